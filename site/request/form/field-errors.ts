import type { Problem } from "../../../domain/data-requirement.ts";
import type { FieldName } from "../../../domain/fields.ts";
import { describeProblem } from "../../../domain/messages.ts";

export type FieldError = { field: FieldName; message: string; corrected: boolean };

/** `problems` are those found on submit, and `remaining` are those in the current draft. */
export function toFieldErrors(problems: Problem[], remaining: Problem[]): FieldError[] {
  return problems.map((problem) => {
    const current = remaining.find(({ field }) => field === problem.field);
    return {
      field: problem.field,
      message: describeProblem(current ?? problem),
      corrected: current === undefined,
    };
  });
}
