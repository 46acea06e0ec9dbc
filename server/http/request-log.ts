import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

/** One line for each response: no query, no body, no address of a visitor. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const [path = ""] = request.url.split("?", 1);
    const facts = { method: request.method, path: path.slice(0, 200), status: reply.statusCode };
    request.log.info({ ...facts, ms: Math.round(reply.elapsedTime * 10) / 10 }, "request");
  }

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error(describeError(error), "unhandled error");
  }
}

/** The error without what a database attaches to it: details may hold what a visitor typed. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
