/** Messages to visitors about sending a request, in the browser and from our server. */

import { REPLY_PROMISE_HOURS, type Problem } from "./data-requirement.ts";
import { SCHEMA } from "./fields.ts";

export const SUCCESS = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;
export const SENDING = "Sending your request…";
export const RETRYING = "Not sent yet. Trying again…";
/** Shown on static hosts if the form's script is missing. */
export const NEEDS_SCRIPT =
  "To send this form, turn on JavaScript in a browser from 2023 or later.";

export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return "Please fill in all required fields";
  return problems.length === 1
    ? "Please check one field"
    : `Please check ${problems.length} fields`;
}

/** Tells visitors where their input is, either in this form or one page back. */
const KEPT_HERE = "Everything you typed is still here";
export const KEPT_IN_FORM = "Go back in your browser: what you entered is still in the form";

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
      return `${label} must be ${problem.maximum} entries or fewer`;
  }
}

export type Explanation = { message: string; advice: string };
export type FailureKind = keyof typeof FAILURES;

type Failure = {
  message: string;
  /** `kept` tells where the input is. `wait` tells when to send the request again, such as "in a minute". */
  advice: string | ((kept: string, wait: string) => string);
};

const FAILED = "Failed to submit form. Please try again.";
const CONNECTION = "Connection error. Please check the backend configuration.";
const UNEXPECTED = "An unexpected error occurred. Please try again.";
/** Use only if the backend confirms that it stored nothing. */
const adviseThatItIsOurs = (kept: string) =>
  `The fault is on our side: your request was not sent. ${kept}. Try again later.`;
const adviseThatItMayHaveArrived = (kept: string) =>
  `We cannot tell whether your request arrived. ${kept}. Submit it again: we store it only once.`;
const adviseToSubmitAgain = (kept: string) =>
  `Your request was not sent. ${kept}. Submit it again now or later.`;

const FAILURES = {
  "missing-table": {
    message:
      "Database configuration error. Please ensure the data_requirements table is created in the hosted backend.",
    advice: adviseThatItIsOurs,
  },
  offline: {
    message: CONNECTION,
    advice: (kept) => `You are offline. ${kept}. Submit it again when you are back online.`,
  },
  unreachable: { message: CONNECTION, advice: adviseThatItMayHaveArrived },
  /** A gateway responded instead of the backend, which may still have stored the request. */
  unconfirmed: { message: FAILED, advice: adviseThatItMayHaveArrived },
  limited: {
    message: FAILED,
    advice: (kept, wait) =>
      `Too many requests came in, perhaps from your network. ${kept}. Submit it again ${wait}.`,
  },
  /** The backend responded, but could not store the request. */
  unavailable: { message: FAILED, advice: adviseThatItIsOurs },
  /** The backend rejected the page's key or origin, or the database denied access to the visitors' role. */
  denied: { message: FAILED, advice: adviseThatItIsOurs },
  /** The page and the backend have different versions. */
  outdated: {
    message: FAILED,
    advice:
      "This page has changed since you opened it. Reload it and submit again: everything you typed is kept.",
  },
  rejected: { message: FAILED, advice: adviseToSubmitAgain },
  unexpected: { message: UNEXPECTED, advice: adviseToSubmitAgain },
  /** `other-site` and `too-large` are used only for forms posted without JavaScript. */
  "other-site": {
    message: FAILED,
    advice: "The form was sent from another site. Send it from this page.",
  },
  "too-large": {
    message: FAILED,
    advice: "The form is too large. Go back, shorten your texts and send it again.",
  },
} satisfies Record<string, Failure>;

export function explainFailure(
  kind: FailureKind,
  retryAfterSeconds?: number,
  kept = KEPT_HERE,
): Explanation {
  const { message, advice }: Failure = FAILURES[kind];
  return {
    message,
    advice: typeof advice === "string" ? advice : advice(kept, describeWait(retryAfterSeconds)),
  };
}

function describeWait(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 60) return "in a minute";
  if (seconds <= 1) return "in a second";
  return seconds < 60 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
