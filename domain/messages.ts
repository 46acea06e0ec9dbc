/** Messages to visitors about sending a request, in the browser and from our server. */

import { REPLY_PROMISE_HOURS, type Problem } from "./data-requirement.ts";
import { SCHEMA } from "./fields.ts";

export const SUCCESS = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;
/** `unconfirmed` is a retry while an earlier attempt may have been stored. */
export const PROGRESS = {
  sending: "Sending your request…",
  retrying: "Not sent yet. Trying again…",
  unconfirmed: "No response yet. Trying again…",
};
export type Progress = keyof typeof PROGRESS;
/** Shown on static hosts if the form's script is missing. */
export const NEEDS_SCRIPT =
  "To send this form, use a browser from 2023 or later with JavaScript turned on.";

export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return "Please fill in all required fields";
  return checkFieldsMessage(problems.length);
}

export function checkFieldsMessage(fields: number): string {
  return `Check ${fields} ${fields === 1 ? "field" : "fields"}`;
}

export function describeProblem(problem: Problem): string {
  const { label } = SCHEMA[problem.field];
  switch (problem.kind) {
    case "missing":
      return SCHEMA[problem.field].missing;
    case "bad-email":
      return "Enter an email like name@lab.org";
    case "full-width-at":
      return "Replace the full-width ＠ with @";
    case "not-an-option":
      return "Choose an option from the list";
    case "line-break":
      return `${label} must be on one line`;
    case "unstorable":
      return `${label} contains characters that cannot be stored: remove them`;
    case "too-long":
      return `${label} must be ${problem.maximum.toLocaleString("en")} characters or fewer`;
    case "too-many":
      return `Choose ${problem.maximum} or fewer`;
  }
}
