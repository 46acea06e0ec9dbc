import { createHash, timingSafeEqual } from "node:crypto";

import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { MINUTE_MS } from "../../../domain/durations.ts";
import { onOneLine } from "../../../domain/requirement-text.ts";
import { ApiError } from "../api-error.ts";
import { throwIfExceeded } from "../rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is at the desk, as they say themselves; null if they do not. */
    colleague: string | null;
  }
}

/** Wrong passwords a minute from one address; whoever sends more has to wait, with the right one too. */
const MAX_WRONG = 10;

const MAX_NAME = 100;

/** Lets in who knows the password, under any name. The app needs the plugin @fastify/rate-limit. */
export async function requirePassword(app: FastifyInstance, password: string): Promise<void> {
  const countWrong = app.createRateLimit({ max: MAX_WRONG, timeWindow: MINUTE_MS });
  app.decorateRequest("colleague", null);
  await app.register(basicAuth, {
    authenticate: { realm: "Requests" },
    async validate(name: string, given: string, request: FastifyRequest) {
      const isRight = constantTimeEqual(given, password);
      // One call counts and decides: requests in a single write would all read a counter before any has counted.
      throwIfExceeded(await countWrong(request, { increment: !isRight }));
      if (!isRight) throw new ApiError(401, "42501", "Wrong password");
      request.colleague = Array.from(onOneLine(name)).slice(0, MAX_NAME).join("").trim() || null;
    },
  });
  app.addHook("onRequest", app.basicAuth);
}

/** In the same time, whatever was given. */
function constantTimeEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
