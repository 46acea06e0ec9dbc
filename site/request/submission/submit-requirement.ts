import { PostgrestClient } from "@supabase/postgrest-js";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { toHeaders } from "../../../domain/wire/form-use.ts";

/** Where requests are stored: a PostgREST root, and the public key of a hosted one. */
export type Backend = { url: string; publishableKey?: string | undefined };

export type SubmitOutcome =
  /** `row` is null where the response has none. */
  { kind: "stored"; row: CreatedRow | null } | NotStored;

/** `created_at` is null where the backend does not report a time. */
type CreatedRow = { id: string; created_at: string | null };

/**
 * `status` is the HTTP status, 0 without a response; `code` and `message` are from the body, the wait from
 * Retry-After. The message is for operators.
 */
type NotStored = {
  kind:
    | "offline"
    | "unreachable"
    | "missing-table"
    | "busy"
    | "limited"
    | "unavailable"
    | "denied"
    | "rejected";
  status: number;
  code: string | undefined;
  message: string;
  retryAfterSeconds?: number | undefined;
};

export type SubmitOptions = {
  /** A UUID that identifies this request across all attempts: the store keeps one row for it. */
  idempotencyKey: string;
  formUse: FormUse;
  /** Called before each wait for the next attempt. */
  onRetry?: () => void;
  /** Replaced in tests; milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
  now?: () => number;
  random?: () => number;
};

const MAX_ATTEMPTS = 4;

/** Maximum duration of one attempt, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** All retries end this long after the first failure, and the last one has time for a response. */
const RETRIES_TIMEOUT_MS = 6_000;
const LAST_ATTEMPT_MS = 1_000;

/** A quarter to half a second before the second attempt, twice that before the third, and so on. */
const BASE_DELAY_MS = 500;

const MISSING_TABLE = new Set(["42P01", "PGRST205"]);
/** A column or a function, of which PostgreSQL also says that it does not exist. */
const MISSING_PART = new Set(["42703", "42883"]);
const DUPLICATE = "23505";
/** The codes of PostgreSQL and of PostgREST when they have more requests than they can handle. */
const BUSY = new Set(["53000", "PGRST003"]);

/** What may be over in some seconds. */
const RETRIED = new Set<SubmitOutcome["kind"]>(["unreachable", "busy", "limited", "unavailable"]);

/** An error's body. A gateway sends no code. */
type PostgrestError = { code?: string; message?: string };
type InsertResponse = Awaited<ReturnType<typeof insert>>;

/**
 * Stores a request exactly once on an unreliable network: failures that may be transient are retried
 * under one idempotency key. Network and backend failures are returned, never thrown.
 */
export async function submitRequirement(
  requirement: DataRequirement,
  backend: Backend,
  options: SubmitOptions,
): Promise<SubmitOutcome> {
  const { wait = sleep, now = () => performance.now(), random = Math.random } = options;
  let deadline = Infinity;
  for (let attempt = 1; ; attempt += 1) {
    const timeout = Math.min(ATTEMPT_TIMEOUT_MS, Math.max(0, Math.round(deadline - now())));
    const result = await insert(requirement, backend, { ...options, timeout });
    const outcome = toOutcome(result);
    if (outcome.kind === "stored" || !RETRIED.has(outcome.kind)) return outcome;
    if (attempt === MAX_ATTEMPTS) return outcome;

    deadline = Math.min(deadline, now() + RETRIES_TIMEOUT_MS);
    const delay = backoff(attempt, result.retryAfterSeconds, random);
    if (now() + delay + LAST_ATTEMPT_MS > deadline) return outcome;
    options.onRetry?.();
    await wait(delay);
  }
}

async function insert(
  requirement: DataRequirement,
  backend: Backend,
  { idempotencyKey, formUse, timeout }: SubmitOptions & { timeout: number },
) {
  let isNotFound = false;
  let retryAfterSeconds: number | undefined;
  const client = new PostgrestClient(backend.url, {
    headers: { ...keyHeaders(backend.publishableKey), ...toHeaders(formUse) },
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) });
      isNotFound = response.status === 404;
      const retryAfter = Number(response.headers.get("retry-after") ?? NaN);
      if (Number.isFinite(retryAfter)) retryAfterSeconds = retryAfter;
      return response;
    },
  });
  const { data, error, status } = await client
    .from("data_requirements")
    .insert(requirement)
    .select()
    .setHeader("Idempotency-Key", idempotencyKey);
  // The client reports an empty 404 as 204 without an error.
  if (isNotFound && error === null) {
    return { body: null, error: { code: "", message: "" }, status: 404, retryAfterSeconds };
  }
  return { body: data as unknown, error, status, retryAfterSeconds };
}

/** Success is the absence of an error, whatever else the response has. */
function toOutcome({ body, error, status, retryAfterSeconds }: InsertResponse): SubmitOutcome {
  if (error === null) return { kind: "stored", row: findRow(body) };
  if (status === 409 && error.code === DUPLICATE) return { kind: "stored", row: null };
  const { code, message } = error;
  const response = { status, code: code || undefined, message, retryAfterSeconds };
  if (status === 0 || isFailedFetch(error.message)) {
    return { kind: isDisconnected() ? "offline" : "unreachable", ...response };
  }
  if (isMissingTable(error)) return { kind: "missing-table", ...response };
  if (status === 401 || status === 403) return { kind: "denied", ...response };
  if (status === 429) return { kind: "limited", ...response };
  if (BUSY.has(error.code)) return { kind: "busy", ...response };
  if (isUnavailable(status)) return { kind: "unavailable", ...response };
  return { kind: "rejected", ...response };
}

/** If the browser cannot tell whether it is offline, assume that it is online. */
function isDisconnected(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

/** Statuses after which a retry may succeed, including those of gateways. */
function isUnavailable(status: number): boolean {
  return [408, 425, 500].includes(status) || status > 501;
}

/** Exponential backoff with jitter, in milliseconds, and never sooner than the server asks. */
function backoff(attempt: number, retryAfterSeconds: number | undefined, random: () => number) {
  const maximum = BASE_DELAY_MS * 2 ** (attempt - 1);
  return Math.max((retryAfterSeconds ?? 0) * 1000, maximum / 2 + (random() * maximum) / 2);
}

/** Recognizes a missing table. The message of a failed check also contains the word "relation". */
function isMissingTable({ code, message }: PostgrestError): boolean {
  if (code && MISSING_TABLE.has(code)) return true;
  if (code && MISSING_PART.has(code)) return false;
  return /does not exist|could not find the table|missing relation/i.test(message ?? "");
}

/** What Chromium, Firefox and Safari report when there is no response. */
function isFailedFetch(message: string | undefined): boolean {
  return /failed to fetch|networkerror when attempting|load failed/i.test(message ?? "");
}

/** The created row, alone or in a list. An id may also be a number. */
function findRow(body: unknown): CreatedRow | null {
  const row: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof row !== "object" || row === null || !("id" in row)) return null;
  const { id } = row;
  if (typeof id !== "string" && typeof id !== "number") return null;
  const createdAt = "created_at" in row ? String(row.created_at) : "";
  return { id: String(id), created_at: Number.isNaN(Date.parse(createdAt)) ? null : createdAt };
}

/** Supabase expects the key as `apikey`. An older key is a JWT, and is also sent as the bearer token. */
function keyHeaders(key: string | undefined): Record<string, string> {
  if (!key) return {};
  return key.startsWith("eyJ") ? { apikey: key, Authorization: `Bearer ${key}` } : { apikey: key };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
