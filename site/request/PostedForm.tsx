import type { ReactNode } from "react";

import type { Draft, Problem } from "../../domain/data-requirement.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { flagFields } from "./form/fields.ts";
import { FormBody } from "./form/FormBody.tsx";
import { SUBMIT } from "./form/submit-texts.ts";
import { NATIVE_SUBMIT } from "./submission/backend.ts";

const ID = "posted";

type PostedFormProps = { draft: Draft; problems: Problem[]; notice: ReactNode };

/** The same form, rendered by the server for a visitor without script. It is never hydrated. */
export function PostedForm({ draft, problems, notice }: PostedFormProps) {
  const flagged = flagFields(problems);
  return (
    <form id={ID} className="request-form" aria-labelledby={`${ID}-title`} {...NATIVE_SUBMIT}>
      <FormBody
        id={ID}
        headings={{ service: "h2", title: "h3" }}
        notice={
          <>
            {notice}
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
