import { NOT_SENT, RETRYING, type Explanation } from "../../../domain/texts/messages.ts";
import type { SubmitState } from "../submission/form-state.ts";
import { Confirmation } from "./Confirmation.tsx";
import { ContactLine } from "./ContactLine.tsx";
import { Notice } from "./Notice.tsx";
import { SENDING } from "./submit-texts.ts";

/** Progress and outcome beside the submit button. They remain when the toast is gone. */
export function FormStatus({ state }: { state: SubmitState }) {
  const retrying = state.kind === "submitting" && state.retrying;
  return (
    <>
      {/* Rendered before it has text, so that screen readers read it. It holds focus during the wait.
          Text that the button also shows is only for screen readers. */}
      <p
        className={retrying ? "form-status-retrying" : "visually-hidden"}
        role="status"
        tabIndex={-1}
        // The first script may already show progress for a submit before hydration.
        suppressHydrationWarning
      >
        {progressOf(state)}
      </p>
      {state.kind === "failed" && <Failure {...state.explanation} />}
      {state.kind === "sent" && (
        <Confirmation {...state.confirmation} tabIndex={-1} data-outcome="sent" />
      )}
    </>
  );
}

/** Has focus when it appears. */
function Failure({ advice, contact }: Explanation) {
  return (
    <Notice kind="error" title={NOT_SENT} tabIndex={-1} data-outcome="failed">
      <p>{advice}</p>
      {contact && <ContactLine />}
    </Notice>
  );
}

function progressOf(state: SubmitState): string {
  if (state.kind !== "submitting") return "";
  return state.retrying ? RETRYING : SENDING;
}
