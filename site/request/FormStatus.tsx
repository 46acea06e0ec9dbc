import type { SubmitState } from "./use-submission.ts";

/** What becomes of the form, beside its button: it stays when the toast is gone. */
export function FormStatus({ state }: { state: SubmitState }) {
  return (
    <>
      {/* There before its text, so that the text is announced; what ends the wait takes focus. */}
      <p className="form-progress" role="status">
        {progressOf(state)}
      </p>
      {state.kind === "failed" && (
        <div className="form-status form-status-failed" tabIndex={-1}>
          <p className="form-status-title">Not sent yet</p>
          <p>{state.explanation.advice}</p>
        </div>
      )}
      {state.kind === "sent" && (
        <div className="form-status form-status-sent" tabIndex={-1}>
          <p className="form-status-title">Request stored</p>
          <dl>
            {state.reference && (
              <div>
                <dt>Reference</dt>
                <dd>{state.reference}</dd>
              </div>
            )}
            <div>
              <dt>Answer by</dt>
              <dd>{state.due}</dd>
            </div>
          </dl>
        </div>
      )}
    </>
  );
}

function progressOf(state: SubmitState): string {
  if (state.kind !== "submitting") return "";
  return state.retrying ? "The connection is poor. Trying again…" : "Sending your request…";
}
