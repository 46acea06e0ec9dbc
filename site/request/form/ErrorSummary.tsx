import type { Ref } from "react";

import { SCHEMA } from "../../../domain/fields.ts";
import { checkFieldsMessage } from "../../../domain/messages.ts";
import type { FieldError } from "./field-errors.ts";
import { focusOn } from "./focus.ts";

type ErrorSummaryProps = {
  ref: Ref<HTMLDivElement>;
  id: string;
  errors: FieldError[];
};

/**
 * Corrected fields stay in the list, struck through. A link shows only the field's label, because the message is
 * visible at the field. Screen readers read the message instead of the label.
 */
export function ErrorSummary({ ref, id, errors }: ErrorSummaryProps) {
  const titleId = `${id}-summary`;
  return (
    <div className="error-summary" role="group" aria-labelledby={titleId} tabIndex={-1} ref={ref}>
      <p id={titleId}>{titleOf(errors)}</p>
      <ul>
        {errors.map(({ field, message, corrected }) => (
          <li key={field}>
            {corrected ? (
              <s>{SCHEMA[field].label}</s>
            ) : (
              <a
                href={`#${id}-${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusOn(document.getElementById(`${id}-${field}`));
                }}
              >
                <span aria-hidden="true">{SCHEMA[field].label}</span>
                <span className="visually-hidden">{message}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function titleOf(errors: FieldError[]): string {
  const count = errors.filter(({ corrected }) => !corrected).length;
  return count === 0 ? "All fixed" : checkFieldsMessage(count);
}
