import type { RejectedContent } from "../../domain/built-pages.ts";
import { Button } from "../ui/Button.tsx";
import { NATIVE_SUBMIT } from "./submission/backend.ts";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { FailureNotice } from "./form/FailureNotice.tsx";
import { flagFields } from "./form/fields.ts";
import { FormHeading } from "./form/FormHeading.tsx";
import { FormSections } from "./form/FormSections.tsx";
import { SUBMIT } from "./handover.ts";
import { Honeypot } from "./form/Honeypot.tsx";

const ID = "rejected";

/** The same form, rendered by the server for a visitor without script. It is never hydrated. */
export function RejectedForm({ draft, problems, failure }: RejectedContent) {
  const flagged = flagFields(problems, problems);
  return (
    <form id={ID} className="request-form" aria-labelledby={`${ID}-title`} {...NATIVE_SUBMIT}>
      <div className="request-form-body">
        <FormHeading id={ID} service="h2" title="h3" />
        {failure && <FailureNotice title={failure.message} advice={failure.advice} />}
        {problems.length > 0 && <ErrorSummary id={ID} flagged={flagged} />}
        <FormSections id={ID} draft={draft} flagged={flagged} readOnly={false} />
        <Honeypot id={ID} />
        <div className="request-form-end">
          <Button variant="action" type="submit">
            {SUBMIT}
          </Button>
        </div>
      </div>
    </form>
  );
}
