import type { SubmitState } from "./use-submission.ts";

/** What became of the form, beside its button: it stays when the toast is gone. */
export function FormStatus({ state }: { state: SubmitState }) {
  switch (state.kind) {
    case "idle":
      return null;
    case "submitting":
      return state.retrying ? (
        <p className="form-status">The connection is poor. Trying again&hellip;</p>
      ) : null;
    case "failed":
      return (
        <div className="form-status form-status-failed" tabIndex={-1}>
          <p className="form-status-title">Not sent yet</p>
          <p>{state.explanation.advice}</p>
        </div>
      );
    case "sent":
      return (
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
      );
  }
}
