import { REPLY_PROMISE_HOURS, replyDueAt, type Problem } from "../../../domain/data-requirement.ts";
import type { Failure } from "./submit-request.ts";

/** What a visitor reads: what went wrong, and what to do next. */
export type Explanation = { message: string; advice: string };

export const SUBMITTED = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;

const FAILED = "Failed to submit form. Please try again.";

const KEPT = "Everything you entered is still here.";

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
        advice: `This is a problem on our side. ${KEPT} Please submit the form again later.`,
      };
    case "unreachable":
      return {
        message: "Connection error. Please check the backend configuration.",
        advice: failure.offline
          ? `You are offline. ${KEPT} Submit the form again once you are connected.`
          : `We could not be reached. ${KEPT} Check your connection and submit the form again.`,
      };
    case "busy":
      return {
        message: FAILED,
        advice: `We are receiving too many requests at the moment. ${KEPT} Submit the form again ${retryTime(failure.retryAfterSeconds)}.`,
      };
    case "unavailable":
      return {
        message: FAILED,
        advice: `Requests cannot be stored at the moment; the fault is on our side. ${KEPT} Send it again in a few minutes.`,
      };
    case "rejected":
      return { message: FAILED, advice: KEPT };
  }
}

/** The toast for a form that has to be corrected first. */
export function explainProblems(problems: Problem[]): string {
  if (problems.some(({ kind }) => kind === "missing")) return "Please fill in all required fields";
  return `Please check the highlighted ${problems.length === 1 ? "field" : "fields"}`;
}

/** When the reply is due, in the visitor's time zone: "Mon 23 Nov, 00:52". */
export function replyDue(createdAt: string | undefined): string {
  const due = new Date(replyDueAt(createdAt ?? new Date().toISOString()));
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  // Part by part: engines disagree on the commas of the full format.
  const day = `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })}`;
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}

function retryTime(seconds: number | undefined): string {
  if (seconds === undefined) return "in a minute";
  if (seconds <= 1) return "in a second";
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
