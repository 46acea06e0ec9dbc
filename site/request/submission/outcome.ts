import { REPLY_PROMISE_HOURS, replyDueAt, type Problem } from "../../../domain/data-requirement.ts";

export const SUBMITTED = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;

/** The toast for a form that has to be corrected first. */
export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return "Please fill in all required fields";
  return `Please check the highlighted ${problems.length === 1 ? "field" : "fields"}`;
}

/** When the reply is due, in the visitor's time zone: "Mon 23 Nov, 00:52". */
export function replyDue(createdAt: string | undefined): string {
  const due = new Date(replyDueAt(createdAt ?? new Date().toISOString()));
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  // Formatted in parts, because engines differ in the commas of the full format.
  const day = `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })}`;
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}
