/** Messages to visitors about sending a request, in the browser and from our server. */

import type { Problem } from "./data-requirement.ts";
import { SCHEMA } from "./fields.ts";

/** `unconfirmed` is a retry while an earlier attempt may have been stored. */
export const PROGRESS = {
  sending: "Sending your request…",
  retrying: "Not sent yet. Trying again…",
  unconfirmed: "No response yet. Trying again…",
};
export type Progress = keyof typeof PROGRESS;
/** Shown on static hosts if the form's script is missing. */
export const NEEDS_SCRIPT =
  "To send this form, reload the page with JavaScript turned on, in a browser from 2024 or later.";

export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return "Please fill in all required fields";
  return `Check ${problems.length} ${problems.length === 1 ? "field" : "fields"}`;
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

export type FailureKind = keyof typeof FAILURES;

export type Explanation = { message: string; advice: string };

/** Tells visitors where their input is, either in this form or one page back. */
const KEPT_HERE = "Everything you typed is still here";
export const KEPT_IN_FORM = "Go back in your browser: what you entered is still in the form";

const NOT_SENT = "Your request was not sent.";
const MAY_BE_STORED = "We cannot tell whether your request arrived.";

const STORED_ONCE = "We store it only once.";
const STORED_TWICE = "It may be stored twice, which does no harm.";

type Circumstances = {
  /** The request may be stored, by this attempt or by an earlier one. */
  mayBeStored: boolean;
  /** Our server stores an idempotency key only once. The page cannot know whether another backend's table does. */
  isOwnServer: boolean;
  /** The backend's message says that something does not exist. */
  saysMissing?: boolean;
  retryAfterSeconds?: number | undefined;
  kept?: string;
};

export function explainFailure(
  kind: FailureKind,
  { mayBeStored, isOwnServer, saysMissing, retryAfterSeconds, kept = KEPT_HERE }: Circumstances,
): Explanation {
  const { message, advice }: Failure = FAILURES[kind];
  const sentences = {
    arrival: mayBeStored ? MAY_BE_STORED : NOT_SENT,
    kept,
    wait: describeWait(retryAfterSeconds),
    once: mayBeStored ? ` ${isOwnServer ? STORED_ONCE : STORED_TWICE}` : "",
  };
  return { message: saysMissing ? CONFIGURATION : message, advice: advice(sentences) };
}

function describeWait(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 60) return "in a minute";
  if (seconds <= 1) return "in a second";
  return seconds < 60 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

export type Failure = {
  message: string;
  /** Whether the attempt was stored. */
  stored: "no" | "unknown";
  isRetried?: true;
  advice: (sentences: Sentences) => string;
};

/** `arrival` tells whether the request arrived, `kept` where the input is, and `wait` when to try again. */
type Sentences = Record<"arrival" | "kept" | "wait" | "once", string>;

const CONFIGURATION =
  "Database configuration error. Please ensure the data_requirements table is created in the hosted backend.";
const FAILED = "Failed to submit form. Please try again.";
const CONNECTION = "Connection error. Please check the backend configuration.";
const UNEXPECTED = "An unexpected error occurred. Please try again.";
const adviseThatItIsOurs = ({ arrival, kept, once }: Sentences) =>
  `Something went wrong on our side. ${arrival} ${kept}. Please try again later.${once}`;
const adviseToSendAgain = ({ arrival, kept, once }: Sentences) =>
  `${arrival} ${kept}. Please send it again.${once}`;
const adviseToTryAgain = ({ arrival, kept, once }: Sentences) =>
  `${arrival} ${kept}. Please try again.${once}`;

export const FAILURES = {
  "missing-table": { message: CONFIGURATION, stored: "no", advice: adviseThatItIsOurs },
  offline: {
    message: CONNECTION,
    stored: "unknown",
    advice: ({ arrival, kept, once }) =>
      `You are offline. ${arrival} ${kept}. Please send it again when you are back online.${once}`,
  },
  unreachable: {
    message: CONNECTION,
    stored: "unknown",
    isRetried: true,
    advice: adviseToSendAgain,
  },
  /** The response, for example of a gateway, does not tell whether the backend stored the request. */
  unconfirmed: { message: FAILED, stored: "unknown", isRetried: true, advice: adviseToSendAgain },
  limited: {
    message: FAILED,
    stored: "no",
    isRetried: true,
    advice: ({ arrival, kept, wait, once }) =>
      `Too many requests came in, perhaps from your network. ${arrival} ${kept}. Please try again ${wait}.${once}`,
  },
  /** The backend responded that it could not store the request. */
  unavailable: { message: FAILED, stored: "no", isRetried: true, advice: adviseThatItIsOurs },
  /** The backend rejected the page's key or origin, or the database denied access to the visitors' role. */
  denied: { message: FAILED, stored: "no", advice: adviseThatItIsOurs },
  /** The page and the backend have different versions. A reloaded page may use another key, so the advice omits `once`. */
  outdated: {
    message: FAILED,
    stored: "no",
    advice: () =>
      "This page has changed since you opened it. Please reload it and send your request again. Everything you typed is kept.",
  },
  rejected: { message: FAILED, stored: "no", advice: adviseToTryAgain },
  unexpected: { message: UNEXPECTED, stored: "unknown", advice: adviseToTryAgain },
  /** `other-site` and `too-large` are used only for forms posted without JavaScript. */
  "other-site": {
    message: FAILED,
    stored: "no",
    advice: () => "The form was sent from another site. Send it from this page.",
  },
  "too-large": {
    message: FAILED,
    stored: "no",
    advice: () => "The form is too large. Go back, shorten your texts and send it again.",
  },
} satisfies Record<string, Failure>;
