import type { FastifyReply } from "fastify";

import { StoreUnavailable } from "../store/errors.ts";

/** An error response in PostgREST's shape, with its codes. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly statusCode: number;
  readonly code: string;
  readonly hint: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    more: { hint?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.statusCode = statusCode;
    this.code = code;
    this.hint = more.hint ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

export function setStatus(
  reply: FastifyReply,
  { statusCode, retryAfterSeconds }: ApiError,
): FastifyReply {
  if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
  return reply.code(statusCode);
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { code, hint, message } = error;
  return setStatus(reply, error).send({ code, details: null, hint, message });
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailable) {
    return new ApiError(503, "PGRST000", "The database cannot be reached", {
      hint: "Try again in a moment.",
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  // PostgREST turns SQLSTATE class 54 (program limit exceeded) into 413.
  if (statusCode === 413) return new ApiError(413, "54000", "The request is too large");
  if (statusCode === 415) {
    const hint = "Send application/json.";
    return new ApiError(415, "PGRST102", "Content-Type not acceptable", { hint });
  }
  if (statusCode < 500) {
    return new ApiError(statusCode, "PGRST102", "The request could not be read");
  }
  return new ApiError(500, "XX000", "Internal error", { cause: error });
}

export function tooManyRequests(retryAfterSeconds: number): ApiError {
  const hint = "Wait as long as Retry-After says.";
  return new ApiError(429, "PT429", "Too many requests", { hint, retryAfterSeconds });
}
