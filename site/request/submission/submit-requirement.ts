import { TABLE } from "../../../contract/routes.ts";
import { SPAM_REASON_HEADER } from "../../../contract/spam-signals.ts";
import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { isUuid, referenceOf } from "../../../domain/identifiers.ts";
import { type Failure, type FailureKind, FAILURES } from "../../../domain/messages.ts";
import type { ReportedReason } from "../../../domain/spam.ts";

/** `url` is PostgREST's root URL. A backend other than our server may store a repeated request twice. */
export type Backend = { url: string; publishableKey?: string | undefined; isOwnServer: boolean };

export type SubmitOutcome = Stored | NotStored;

/** A value is null if it is missing from the response. `replyDue` is in ISO 8601. */
type Stored = { kind: "stored"; reference: string | null; replyDue: string | null };

type NotStored = {
  kind: FailureKind;
  /** 0 if no response was read. */
  status: number;
  code?: string | undefined;
  /** For operators. It may quote the visitor's input, unless `errorName` is set. */
  message: string;
  /** Name of the error that `fetch`, or reading the response, threw. */
  errorName?: string;
  retryAfterSeconds?: number | undefined;
  /** The message says that something does not exist. */
  saysMissing?: boolean;
  /** This attempt, or an earlier one under this key, may have been stored. */
  mayBeStored: boolean;
};

export type SubmitOptions = {
  /** A UUID. */
  idempotencyKey: string;
  spamReason?: ReportedReason | null;
  /** An earlier attempt under this key may have been stored. */
  mayBeStored?: boolean;
  onRetry?: (mayBeStored: boolean) => void;
  clock?: Clock;
};

/** In milliseconds. */
export type Clock = {
  now: () => number;
  wait: (duration: number) => Promise<void>;
  timeout: (duration: number) => AbortSignal;
};

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  wait: (duration) =>
    new Promise((resolve) => {
      setTimeout(resolve, duration);
    }),
  timeout: (duration) => AbortSignal.timeout(duration),
};

const MAX_ATTEMPTS = 4;

const ATTEMPT_TIMEOUT_MS = 10_000;
/** Longer, because the request is not repeated. */
const HOSTED_ATTEMPT_TIMEOUT_MS = 30_000;

/** Maximum time from the first failure to the end of the last retry, or on a hosted backend to its start. */
const RETRIES_TIMEOUT_MS = 6_000;
const LAST_ATTEMPT_MS = 1_000;

/** The delay doubles with each retry, and jitter shortens it by at most half. */
const BASE_DELAY_MS = 500;

/**
 * Retries transient failures under the same key. Backends other than our server may ignore the key, so they get a retry
 * only if they certainly stored nothing. Returns failures of the network or the backend instead of throwing them.
 */
export async function submitRequirement(
  requirement: DataRequirement,
  backend: Backend,
  { onRetry, mayBeStored = false, clock = SYSTEM_CLOCK, ...options }: SubmitOptions,
): Promise<SubmitOutcome> {
  let deadline = Infinity;
  for (let attempt = 1; ; attempt += 1) {
    const timeLeft = Math.max(0, Math.round(deadline - clock.now()));
    const signal = clock.timeout(
      backend.isOwnServer ? Math.min(ATTEMPT_TIMEOUT_MS, timeLeft) : HOSTED_ATTEMPT_TIMEOUT_MS,
    );
    const outcome = await insert(requirement, backend, { ...options, signal });
    if (outcome.kind === "stored") return outcome;
    const { isRetried, stored }: Failure = FAILURES[outcome.kind];
    mayBeStored ||= stored === "unknown";
    const delay = backoff(attempt, outcome.retryAfterSeconds);
    const now = clock.now();
    deadline = Math.min(deadline, now + RETRIES_TIMEOUT_MS);
    const isLate = now + delay + LAST_ATTEMPT_MS > deadline;
    const isSafe = backend.isOwnServer || stored === "no";
    if (!isRetried || !isSafe || attempt === MAX_ATTEMPTS || isLate) {
      return { ...outcome, mayBeStored };
    }
    onRetry?.(mayBeStored);
    await clock.wait(delay);
  }
}

type Failed = Omit<NotStored, "mayBeStored">;

type InsertOptions = Pick<SubmitOptions, "idempotencyKey" | "spamReason"> & { signal: AbortSignal };

/** An insert that has a duplicate key succeeds, but stores nothing. */
async function insert(
  requirement: DataRequirement,
  { url, publishableKey }: Backend,
  { idempotencyKey, spamReason, signal }: InsertOptions,
): Promise<Stored | Failed> {
  // Created outside `try`, because a malformed header is a bug and not a failed connection.
  const request = new Request(`${url}/${TABLE}?select=*`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Prefer: "return=representation,resolution=ignore-duplicates",
      "Idempotency-Key": idempotencyKey,
      ...(spamReason && { [SPAM_REASON_HEADER]: spamReason }),
      ...keyHeaders(publishableKey),
    },
    body: JSON.stringify(requirement),
    signal,
  });
  let response: Response;
  let text: string;
  try {
    response = await fetch(request);
    text = await response.text();
  } catch (cause) {
    // A failed connection is a TypeError, and only the timeout aborts. Any other exception is a bug.
    if (!(cause instanceof TypeError) && !signal.aborted) throw cause;
    const kind = isOffline() ? "offline" : "unreachable";
    return { kind, status: 0, message: String(cause), errorName: (cause as Error).name };
  }
  return toOutcome(response, parseJson(text), idempotencyKey);
}

/**
 * A response that is not an error is a success, and so is 201 whatever its body. Of another one without JSON, nobody can
 * tell: it may come from a gateway, or from a host without a backend.
 */
function toOutcome({ ok, status, headers }: Response, body: Body, key: string): Stored | Failed {
  if (ok && body.kind === "json") return toStored(body.value, key);
  if (status === 201) return toStored(null, key);
  const error = Object(body.kind === "json" ? body.value : null) as {
    code?: unknown;
    message?: unknown;
  };
  const code = typeof error.code === "string" ? error.code : undefined;
  const message = typeof error.message === "string" ? error.message : "";
  const retryAfter = Number(headers.get("retry-after") ?? NaN);
  return {
    // PostgREST 12.0.2 sends an empty code, and 400, if its connection breaks, even while the database confirms a commit.
    kind: code === "" ? "unconfirmed" : classify(status, code, message),
    status,
    code,
    message,
    saysMissing: saysMissing(message),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}

/** Decides by the code first, because PostgREST 12.0.2 says of an unknown column that it "does not exist". */
function classify(status: number, code = "", message: string): FailureKind {
  if (OUTDATED.has(code)) return "outdated";
  if (MISSING_TABLE.has(code)) return "missing-table";
  if (message.includes("Failed to fetch")) return "unreachable";
  if (status === 401 || status === 403) return "denied";
  if (status === 429 || BUSY.has(code)) return "limited";
  if (status < 300) return "unconfirmed";
  if (status < 500 && status !== 408 && status !== 425) {
    return saysMissing(message) ? "missing-table" : "rejected";
  }
  return ROLLED_BACK.test(code) || NO_CONNECTION.has(code) ? "unavailable" : "unconfirmed";
}

const MISSING_TABLE = new Set(["42P01", "PGRST205"]);
/** Codes for a missing required field and an unknown column: the page and the backend have different fields. */
const OUTDATED = new Set(["23502", "PGRST204"]);
const BUSY = new Set(["53000", "PGRST003"]);
/** PostgREST could not connect, or has not loaded its schema cache. PGRST001 may also be a lost connection. */
const NO_CONNECTION = new Set(["PGRST000", "PGRST002"]);
/**
 * PostgreSQL's SQLSTATE codes, each of which contains a digit. After class 08 (connection exception) and 57 (operator
 * intervention), the insert may have been committed.
 */
const ROLLED_BACK = /^(?!08|57)(?=.*\d)[\dA-Z]{5}$/;

const MISSING =
  /does not exist|could not find the table|relation.* (is missing|not found)|(missing|no such|undefined|cannot find) relation/is;

/** Looks for more than the word "relation", because the message of a failed check contains it, too. */
function saysMissing(message: string): boolean {
  return MISSING.test(message);
}

function isOffline(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

function backoff(attempt: number, retryAfterSeconds = 0): number {
  const maximum = BASE_DELAY_MS * 2 ** (attempt - 1);
  return Math.max(retryAfterSeconds * 1000, (maximum * (1 + Math.random())) / 2);
}

type Body = { kind: "json"; value: unknown } | { kind: "other" };

/** The value of an empty body is null. */
function parseJson(text: string): Body {
  if (text.trim() === "") return { kind: "json", value: null };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "other" };
  }
}

/** `body` is the created row, or an array of it. The array is empty if an earlier attempt was stored. */
function toStored(body: unknown, key: string): Stored {
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  if (rows.length === 0) return { kind: "stored", reference: referenceOf(key), replyDue: null };
  const { id, reply_due: time } = Object(rows[0]) as { id?: unknown; reply_due?: unknown };
  const isTime = typeof time === "string" && !Number.isNaN(Date.parse(time));
  return { kind: "stored", reference: toReference(id), replyDue: isTime ? time : null };
}

/** IDs are UUIDs in our tables, but may be numbers in other tables. */
function toReference(id: unknown): string | null {
  if (typeof id === "number") return String(id);
  return typeof id === "string" && isUuid(id) ? referenceOf(id) : null;
}

/** Supabase expects the key in `apikey`. Legacy keys are JWTs and must also be sent as bearer tokens. */
function keyHeaders(key: string | undefined): Record<string, string> {
  if (!key) return {};
  return key.startsWith("eyJ") ? { apikey: key, Authorization: `Bearer ${key}` } : { apikey: key };
}
