import type { UnsentContent } from "../../domain/built-pages.ts";
import { Button } from "../ui/Button.tsx";
import { ContactLine } from "./form/ContactLine.tsx";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { FailureNotice } from "./form/FailureNotice.tsx";
import { flagFields } from "./form/fields.ts";
import { FormBody } from "./form/FormBody.tsx";
import { SUBMIT } from "./handover.ts";
import { NATIVE_SUBMIT } from "./submission/backend.ts";

const ID = "unsent";

/** The same form, rendered by the server for a visitor without script. It is never hydrated. */
export function UnsentForm({ draft, problems, failure }: UnsentContent) {
  const flagged = flagFields(problems);
  return (
    <form id={ID} className="request-form" aria-labelledby={`${ID}-title`} {...NATIVE_SUBMIT}>
      <FormBody
        id={ID}
        headings={{ service: "h2", title: "h3" }}
        notice={
          <>
            {failure && (
              <FailureNotice title={failure.message} advice={failure.advice}>
                {failure.contact && <ContactLine draft={draft} />}
              </FailureNotice>
            )}
            {flagged.length > 0 && <ErrorSummary id={ID} flagged={flagged} />}
          </>
        }
        draft={draft}
        flagged={flagged}
      >
        <Button variant="action" type="submit">
          {SUBMIT}
        </Button>
      </FormBody>
    </form>
  );
}
