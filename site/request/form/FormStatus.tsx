import { SENDING } from "../handover.ts";
import type { SubmitState } from "../submission/submission.ts";
import { FailureNotice } from "./FailureNotice.tsx";

/** Progress and failure, beside the submit button: they remain when the toast is gone. */
export function FormStatus({ state }: { state: SubmitState }) {
  const retrying = state.kind === "submitting" && state.retrying;
  return (
    <>
      {/* There before its text, so that the text is announced; it holds focus during the wait. What
          the button says already is for screen readers. */}
      <p
        className={retrying ? "request-form-retrying" : "request-form-unseen"}
        role="status"
        tabIndex={-1}
        // The first script may be showing the progress of a submit from before hydration.
        suppressHydrationWarning
      >
        {progressOf(state)}
      </p>
      {state.kind === "failed" && (
        <FailureNotice
          title="Your request has not been sent"
          advice={state.explanation.advice}
          tabIndex={-1}
          data-outcome
        />
      )}
    </>
  );
}

function progressOf(state: SubmitState): string {
  if (state.kind !== "submitting") return "";
  return state.retrying ? "Poor connection. Trying again…" : SENDING;
}
