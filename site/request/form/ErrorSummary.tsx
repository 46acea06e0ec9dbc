import type { FlaggedField } from "./fields.ts";
import { focusOn } from "./focus-on.ts";

type ErrorSummaryProps = {
  /** Prefix of every id in the form. */
  id: string;
  flagged: FlaggedField[];
};

/** Lists several invalid fields; each line links to its field, and stays when it is corrected. */
export function ErrorSummary({ id, flagged }: ErrorSummaryProps) {
  return (
    <div
      className="request-form-status request-form-status-failed request-form-errors"
      role="group"
      aria-labelledby={`${id}-summary`}
      tabIndex={-1}
    >
      <p id={`${id}-summary`} className="request-form-status-title">
        {titleOf(flagged)}
      </p>
      <ul>
        {flagged.map(({ field, message, corrected }) => (
          <li key={field}>
            {corrected ? (
              <s>{message}</s>
            ) : (
              <a
                href={`#${id}-${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusOn(document.getElementById(`${id}-${field}`));
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function titleOf(flagged: FlaggedField[]): string {
  const count = flagged.filter(({ corrected }) => !corrected).length;
  if (count === 0) return "Everything is corrected";
  return `Check ${count} ${count === 1 ? "field" : "fields"}`;
}
