import type { Ref } from "react";

import type { Problem } from "../../domain/data-requirement.ts";
import { describeProblem } from "./fields.ts";

type ErrorSummaryProps = {
  /** Prefix of every id in the form. */
  id: string;
  problems: Problem[];
  ref?: Ref<HTMLDivElement>;
};

/** Several wrong fields at a glance; each line leads to its field. */
export function ErrorSummary({ id, problems, ref }: ErrorSummaryProps) {
  return (
    <div
      ref={ref}
      className="form-status form-status-failed error-summary"
      role="group"
      aria-labelledby={`${id}-summary`}
      tabIndex={-1}
    >
      <p id={`${id}-summary`} className="form-status-title">
        {problems.length === 1 ? "One field" : `${problems.length} fields`} to mend
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${id}-${problem.field}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(`${id}-${problem.field}`);
              }}
            >
              {describeProblem(problem)}
            </a>
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
