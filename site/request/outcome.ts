import { REPLY_PROMISE_HOURS, type Problem } from "../../domain/data-requirement.ts";
import type { Outcome } from "./submit-request.ts";

export type Failure = Exclude<Outcome, { kind: "stored" }>;

/** What a visitor is told: the message of the specification, and what to do now. */
export type Explanation = { message: string; advice: string };

export const SUBMITTED = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;

const REQUIRED_MISSING = "Please fill in all required fields";

const KEPT = "Nothing you typed is lost: it stays in this form.";

export const UNEXPECTED: Explanation = {
  message: "An unexpected error occurred. Please try again.",
  advice: KEPT,
};

export function explainFailure(failure: Failure): Explanation {
  switch (failure.kind) {
    case "missing-table":
      return {
        message:
          "Database configuration error. Please ensure the data_requirements table is created in the hosted backend.",
        advice: `The fault is on our side. ${KEPT} Send it again later.`,
      };
    case "unreachable":
      return {
        message: "Connection error. Please check the backend configuration.",
        advice: failure.offline
          ? `You are offline. ${KEPT} Send it again once you are connected.`
          : `We could not be reached. ${KEPT} Check your connection and send it again.`,
      };
    case "busy":
      return {
        message: "Failed to submit form. Please try again.",
        advice: `Too many requests at the moment. ${KEPT} Send it again ${inAWhile(failure.retryAfterSeconds)}.`,
      };
    case "refused":
      return { message: "Failed to submit form. Please try again.", advice: KEPT };
  }
}

/** The toast for a form that cannot be sent as it is. */
export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return REQUIRED_MISSING;
  return problems.length === 1 ? "One field needs another look" : "Some fields need another look";
}

/** When the answer to a request is due, in the visitor's own words for day and time. */
export function replyDue(createdAt: string | undefined): string {
  const created = createdAt === undefined ? new Date() : new Date(createdAt);
  const due = new Date(created.getTime() + REPLY_PROMISE_HOURS * 3_600_000);
  return due.toLocaleString("en-GB", { weekday: "long", hour: "2-digit", minute: "2-digit" });
}

function inAWhile(seconds: number | undefined): string {
  if (seconds === undefined) return "in a minute";
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
