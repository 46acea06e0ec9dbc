/** Failures of sending a request, in the browser and at our server. */

export type FailureKind = keyof typeof FAILURES;

export type Explanation = { message: string; advice: string };

/** Tells visitors where their input is, either in this form or one page back. */
const KEPT_HERE = "Everything you typed is still here";
export const KEPT_IN_FORM = "Go back in your browser: what you entered is still in the form";

type Circumstances = {
  /** An earlier attempt may have been stored, because its response was lost. */
  mayBeStored?: boolean;
  retryAfterSeconds?: number | undefined;
  kept?: string;
};

export function explainFailure(
  kind: FailureKind,
  { mayBeStored = false, retryAfterSeconds, kept = KEPT_HERE }: Circumstances = {},
): Explanation {
  const { message, advice, saysNotStored }: Failure = FAILURES[kind];
  const advise = mayBeStored && saysNotStored ? adviseThatItMayHaveArrived : advice;
  return { message, advice: advise(kept, describeWait(retryAfterSeconds)) };
}

function describeWait(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 60) return "in a minute";
  if (seconds <= 1) return "in a second";
  return seconds < 60 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

export type Failure = {
  message: string;
  /** `kept` tells where the input is. `wait` tells when to send the request again, such as "in a minute". */
  advice: (kept: string, wait: string) => string;
  isRetried?: true;
  /** The advice says or implies that nothing was stored. */
  saysNotStored?: true;
};

const FAILED = "Failed to submit form. Please try again.";
const CONNECTION = "Connection error. Please check the backend configuration.";
const UNEXPECTED = "An unexpected error occurred. Please try again.";
const adviseThatItIsOurs = (kept: string) =>
  `Something went wrong on our side, so your request was not sent. ${kept}. Please try again later.`;
const adviseThatItMayHaveArrived = (kept: string) =>
  `We cannot tell whether your request arrived. ${kept}. Please send it again. We store it only once.`;
const adviseToTryAgain = (kept: string) => `Your request was not sent. ${kept}. Please try again.`;

export const FAILURES = {
  "missing-table": {
    message:
      "Database configuration error. Please ensure the data_requirements table is created in the hosted backend.",
    advice: adviseThatItIsOurs,
    saysNotStored: true,
  },
  offline: {
    message: CONNECTION,
    advice: (kept) => `You are offline. ${kept}. Please try again when you are back online.`,
  },
  unreachable: { message: CONNECTION, advice: adviseThatItMayHaveArrived, isRetried: true },
  /** A gateway responded instead of the backend, which may still have stored the request. */
  unconfirmed: { message: FAILED, advice: adviseThatItMayHaveArrived, isRetried: true },
  limited: {
    message: FAILED,
    advice: (kept, wait) =>
      `Too many requests came in, perhaps from your network. ${kept}. Please try again ${wait}.`,
    isRetried: true,
    saysNotStored: true,
  },
  /** The backend responded, but could not store the request. */
  unavailable: {
    message: FAILED,
    advice: adviseThatItIsOurs,
    isRetried: true,
    saysNotStored: true,
  },
  /** The backend rejected the page's key or origin, or the database denied access to the visitors' role. */
  denied: { message: FAILED, advice: adviseThatItIsOurs, saysNotStored: true },
  /** The page and the backend have different versions. */
  outdated: {
    message: FAILED,
    advice: () =>
      "This page has changed since you opened it. Please reload it and send your request again. Everything you typed is kept.",
  },
  rejected: { message: FAILED, advice: adviseToTryAgain, saysNotStored: true },
  unexpected: { message: UNEXPECTED, advice: adviseToTryAgain, saysNotStored: true },
  /** `other-site` and `too-large` are used only for forms posted without JavaScript. */
  "other-site": {
    message: FAILED,
    advice: () => "The form was sent from another site. Send it from this page.",
  },
  "too-large": {
    message: FAILED,
    advice: () => "The form is too large. Go back, shorten your texts and send it again.",
  },
} satisfies Record<string, Failure>;
