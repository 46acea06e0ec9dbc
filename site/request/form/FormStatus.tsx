import { ErrorIcon } from "../../ui/ErrorIcon.tsx";
import { SENDING } from "../constants.ts";
import { explainFailure, UNEXPECTED } from "../submission/outcome.ts";
import type { SubmitState } from "../submission/submission.ts";

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
      >
        {progressOf(state)}
      </p>
      {state.kind === "failed" && <NotSent advice={explainFailure(state.failure).advice} />}
      {state.kind === "unexpected" && <NotSent advice={UNEXPECTED.advice} />}
    </>
  );
}

function NotSent({ advice }: { advice: string }) {
  return (
    <div className="request-form-status request-form-status-failed" tabIndex={-1} data-outcome>
      <p className="request-form-status-title">
        <ErrorIcon />
        Your request has not been sent
      </p>
      <p>{advice}</p>
    </div>
  );
}

function progressOf(state: SubmitState): string {
  if (state.kind !== "submitting") return "";
  return state.retrying ? "Poor connection. Trying again…" : SENDING;
}
