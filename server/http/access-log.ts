import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

import { describeError } from "../log.ts";

declare module "fastify" {
  interface FastifyRequest {
    failure: LoggedFailure | null;
  }
}

/** Must not contain input. */
type LoggedFailure = { code?: string | undefined; reason?: string; cause?: unknown };

/** Logs one line per HTTP request, without its query, body or IP. */
export class AccessLog extends LogController {
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
      code: failure?.code,
      reason: failure?.reason,
      ...(failure?.cause !== undefined && { cause: describeError(failure.cause) }),
    };
    if (reply.statusCode >= 500) request.log.error(line, "request failed");
    else request.log.info(line, "request");
  }

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, "unhandled error");
  }
}
