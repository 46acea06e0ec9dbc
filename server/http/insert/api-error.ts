import type { FastifyReply } from "fastify";

/** Why a request was rejected, in the shape that PostgREST gives its errors. */
export type ApiError = {
  kind: "rejected";
  status: number;
  body: { code: string; details: string | null; hint: string | null; message: string };
  retryAfterSeconds: number | null;
};

export function apiError(
  status: number,
  code: string,
  message: string,
  more: { details?: string; hint?: string; retryAfterSeconds?: number } = {},
): ApiError {
  const { details = null, hint = null, retryAfterSeconds = null } = more;
  return { kind: "rejected", status, body: { code, details, hint, message }, retryAfterSeconds };
}

/** Sets status and Retry-After, for a body in any form. */
export function setStatus(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfterSeconds !== null) reply.header("retry-after", error.retryAfterSeconds);
  return reply.code(error.status);
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return setStatus(reply, error).send(error.body);
}

export const TABLE = "data_requirements";

// As PostgREST: 401 for the anonymous role, 403 for others.
export const permissionDenied = apiError(401, "42501", `permission denied for table ${TABLE}`);

export const emptyOrInvalidJson = apiError(400, "PGRST102", "Empty or invalid json");

export const duplicateKey = apiError(
  409,
  "23505",
  `duplicate key value violates unique constraint "${TABLE}_idempotency_key_key"`,
  { details: "A request with this Idempotency-Key is already stored." },
);

export const unsupportedQuery = apiError(400, "PGRST100", "Unsupported query", {
  hint: "An insert takes columns= and select=, each once.",
});

export const notAcceptable = apiError(406, "PGRST107", "Only a list can be returned", {
  hint: "Accept application/json.",
});

export const methodNotAllowed = apiError(405, "PGRST117", "Unsupported HTTP method");

export const lengthRequired = apiError(411, "PGRST102", "Content-Length required", {
  hint: "Send the body with its length, not in chunks.",
});

// PostgREST turns SQLSTATE class 54 (program limit exceeded) into 413.
export const bodyTooLarge = apiError(413, "54000", "The request is too large");

export const unsupportedMediaType = apiError(415, "PGRST102", "Content-Type not acceptable", {
  hint: "Send application/json.",
});

// PostgREST takes this status from a function that raises PT429.
export const tooManyRequests = apiError(429, "PT429", "Too many requests", {
  hint: "Wait as long as Retry-After says.",
});

export const busy = apiError(503, "53000", "The server is busy", {
  hint: "Try again in a moment.",
  retryAfterSeconds: 1,
});

export const storeUnavailable = apiError(503, "PGRST000", "The database cannot be reached", {
  hint: "Try again in a moment.",
  retryAfterSeconds: 5,
});

export const internalError = apiError(500, "XX000", "Internal error");
