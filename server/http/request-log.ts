import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

import type { ApiError } from "./insert/api-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why a request was not stored, for the log. */
    failure: ApiError | null;
  }
}

/** One line per HTTP request, without its query, its body and the visitor's address. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const [path = ""] = request.url.split("?", 1);
    const { failure } = request;
    const line = {
      method: request.method,
      path: path.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(failure && { code: failure.code }),
      ...(failure?.cause !== undefined && { cause: describeError(failure.cause) }),
    };
    if (failure && isOurFault(failure)) request.log.error(line, "request failed");
    else request.log.info(line, "request");
  }

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, "unhandled error");
  }
}

/** Outages and bugs, and fields that are not valid: the page checks them before it sends them. */
function isOurFault({ status, code }: ApiError): boolean {
  return status >= 500 || code.startsWith("23");
}

/** The error without what a database attaches to it: details may hold form contents. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
