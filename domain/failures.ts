/**
 * Every way in which a request can fail, in the browser and on our server: what the visitor reads, and
 * whether the browser tries again by itself. A kind is also the cause that is logged.
 */

/** What went wrong, and what to do next. */
export type Explanation = { message: string; advice: string };
export type FailureKind = keyof typeof FAILURES;

const FAILED = "Failed to submit form. Please try again.";
const CONNECTION = "Connection error. Please check the backend configuration.";
const UNEXPECTED = "An unexpected error occurred. Please try again.";
const KEPT = "Everything you entered is still here.";

/** Where the server says how long to wait, `explainFailure` puts that in its place. */
const IN_A_MINUTE = "in a minute";

export const FAILURES = {
  // The browser sends the request.
  "missing-table": {
    message:
      "Database configuration error. Please ensure the data_requirements table is created in the hosted backend.",
    advice: `This is a problem on our side. ${KEPT} Please submit the form again later.`,
    retry: false,
  },
  offline: {
    message: CONNECTION,
    advice: `You are offline. ${KEPT} Submit the form again once you are connected.`,
    retry: false,
  },
  unreachable: {
    message: CONNECTION,
    advice: `We could not be reached. ${KEPT} Check your connection and submit the form again.`,
    retry: true,
  },
  busy: {
    message: FAILED,
    advice: `We are receiving too many requests at the moment. ${KEPT} Submit the form again ${IN_A_MINUTE}.`,
    retry: true,
  },
  /** The backend responds, but its database does not. Also on our server, for a form without script. */
  unavailable: {
    message: FAILED,
    advice: `Requests cannot be stored at the moment; the fault is on our side. ${KEPT} Send it again in a few minutes.`,
    retry: true,
  },
  rejected: { message: FAILED, advice: KEPT, retry: false },
  unexpected: { message: UNEXPECTED, advice: KEPT, retry: false },
  /** The form's script cannot be loaded, or throws while it renders. */
  "script-failed": {
    message: UNEXPECTED,
    advice:
      "What you typed is still here. Check your connection and submit the form again. If that does not help, copy what you typed before you reload the page.",
    retry: false,
  },

  // Our server takes the form without script, and shows it again.
  "other-site": {
    message: FAILED,
    advice: `The form was sent from another site. ${KEPT} Send it from this page.`,
    retry: false,
  },
  "unreadable-form": {
    message: FAILED,
    advice: "The form could not be read. Go back and send it again.",
    retry: false,
  },
  limited: {
    message: FAILED,
    advice: `Too many requests came from your network. Go back and send it again ${IN_A_MINUTE}.`,
    retry: false,
  },
  unstorable: {
    message: FAILED,
    advice: `The form contains characters that cannot be stored. ${KEPT} Remove them and send it again.`,
    retry: false,
  },
} satisfies Record<string, Explanation & { retry: boolean }>;

export function explainFailure(kind: FailureKind, retryAfterSeconds?: number): Explanation {
  const { message, advice } = FAILURES[kind];
  return { message, advice: advice.replace(IN_A_MINUTE, retryTime(retryAfterSeconds)) };
}

function retryTime(seconds: number | undefined): string {
  if (seconds === undefined) return IN_A_MINUTE;
  if (seconds <= 1) return "in a second";
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
