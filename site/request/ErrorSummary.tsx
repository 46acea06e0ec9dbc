import type { Ref } from "react";

import type { FlaggedField } from "./fields.ts";

type ErrorSummaryProps = {
  /** Prefix of every id in the form. */
  id: string;
  flagged: FlaggedField[];
  ref?: Ref<HTMLDivElement>;
};

/** Several wrong fields at a glance; each line leads to its field, and stays when it is corrected. */
export function ErrorSummary({ id, flagged, ref }: ErrorSummaryProps) {
  return (
    <div
      ref={ref}
      className="form-status form-status-failed error-summary"
      role="group"
      aria-labelledby={`${id}-summary`}
      tabIndex={-1}
    >
      <p id={`${id}-summary`} className="form-status-title">
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
                  focusField(`${id}-${field}`);
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

/** Moves to a control, its label in view above it. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

function titleOf(flagged: FlaggedField[]): string {
  const count = flagged.filter(({ corrected }) => !corrected).length;
  if (count === 0) return "Everything is corrected";
  return `Please correct ${count} ${count === 1 ? "field" : "fields"}`;
}
