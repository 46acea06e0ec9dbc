import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

import type { Outcome, UnsentForm } from "./insert/outcome.ts";

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
    const line = {
      method: request.method,
      path: path.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...describeOutcome(request.outcome),
    };
    if ("reason" in line || "error" in line) request.log.error(line, "request failed");
    else request.log.info(line, "request");
  }

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, "unhandled error");
  }
}

function describeOutcome(outcome: Outcome | UnsentForm | null) {
  if (outcome === null) return {};
  const { kind } = outcome;
  if (kind === "rejected") return { outcome: kind, code: outcome.body.code };
  if (kind === "unsent") return { outcome: kind, code: outcome.reason };
  if (kind === "unavailable") return { outcome: kind, reason: outcome.reason };
  if (kind === "failed") return { outcome: kind, error: describeError(outcome.error) };
  return { outcome: kind };
}

/** The error without what a database attaches to it: details may hold form contents. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
