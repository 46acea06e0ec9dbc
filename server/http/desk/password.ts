import { createHash, timingSafeEqual } from "node:crypto";

import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { MINUTE_MS } from "../../../domain/durations.ts";
import { onOneLine } from "../../../domain/escape-controls.ts";
import { HttpError } from "../http-error.ts";
import { throwIfExceeded } from "../rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Self-reported username at the desk, or null. */
    colleague: string | null;
  }
}

/** Maximum number of wrong passwords per minute and IP. Over the limit, even the right password is rejected. */
const MAX_WRONG = 10;

const MAX_NAME = 100;

/** Requires Basic authentication with one shared password and any username. Needs the plugin @fastify/rate-limit. */
export async function requirePassword(app: FastifyInstance, password: string): Promise<void> {
  const countWrong = app.createRateLimit({ max: MAX_WRONG, timeWindow: MINUTE_MS });
  app.decorateRequest("colleague", null);
  await app.register(basicAuth, {
    authenticate: { realm: "Requests" },
    async validate(name: string, given: string, request: FastifyRequest) {
      const isRight = constantTimeEqual(given, password);
      // Counts and checks in one call, because pipelined requests could otherwise bypass the limit.
      throwIfExceeded(await countWrong(request, { increment: !isRight }));
      if (!isRight) throw new HttpError(401, "Wrong password");
      request.colleague = Array.from(onOneLine(name)).slice(0, MAX_NAME).join("").trim() || null;
    },
  });
  app.addHook("onRequest", app.basicAuth);
}

function constantTimeEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
