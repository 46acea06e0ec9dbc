import { STATUS_CODES } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import { StoreUnavailable } from "../store/errors.ts";

type Properties = Partial<
  Pick<HttpError, "code" | "details" | "retryAfterSeconds" | "mayBeStored" | "cause">
>;

/** `message` and `cause` are logged, so they must not contain input. `details` may. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  declare readonly code?: string;
  declare readonly details?: string;
  declare readonly retryAfterSeconds?: number;
  /** The request may be stored in spite of this error. */
  declare readonly mayBeStored?: boolean;

  constructor(statusCode: number, message: string, properties: Properties = {}) {
    super(message);
    this.statusCode = statusCode;
    Object.assign(this, properties);
  }
}

/** Sets the response's status, and the failure that `AccessLog` logs. */
export function reportError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): HttpError {
  const httpError = toHttpError(error);
  const { statusCode, message, code, retryAfterSeconds, cause } = httpError;
  request.failure = { code, reason: message, cause };
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  reply.code(statusCode);
  return httpError;
}

/** Short enough for two retries by the page, with time for a response to the last one. */
const RETRY_AFTER_SECONDS = 2;

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const cause = error;
  if (error instanceof StoreUnavailable) {
    const { mayHaveRun: mayBeStored } = error;
    const properties = { retryAfterSeconds: RETRY_AFTER_SECONDS, mayBeStored, cause };
    return new HttpError(503, "The database cannot be used", properties);
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  // Omits the cause of a client error, because Fastify's message may quote the request.
  return new HttpError(
    statusCode,
    STATUS_CODES[statusCode] ?? "",
    statusCode < 500 ? {} : { cause },
  );
}
