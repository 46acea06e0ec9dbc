import { createHash, timingSafeEqual } from "node:crypto";

import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { MINUTE_MS } from "../../../domain/durations.ts";
import { onOneLine } from "../../../domain/texts/requirement-text.ts";
import { ApiError, tooManyRequests } from "../api-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is at the desk, as they say themselves; null if they do not. */
    colleague: string | null;
  }
}

/** Wrong passwords a minute from one address. */
const MAX_WRONG = 10;

const MAX_NAME = 100;

/** Lets in who knows the password, under any name. The app needs the plugin @fastify/rate-limit. */
export async function requirePassword(app: FastifyInstance, password: string): Promise<void> {
  const countWrong = app.createRateLimit({ max: MAX_WRONG, timeWindow: MINUTE_MS });
  app.decorateRequest("colleague", null);
  await app.register(basicAuth, {
    authenticate: { realm: "Requests" },
    async validate(name: string, given: string, request: FastifyRequest) {
      const counted = await countWrong(request, { increment: false });
      // `isAllowed` is true only for the plugin's allow list, which is empty.
      if (!counted.isAllowed && counted.remaining === 0) {
        throw tooManyRequests(counted.ttlInSeconds);
      }
      if (!isSame(given, password)) {
        await countWrong(request);
        throw new ApiError(401, "42501", "Wrong password");
      }
      request.colleague = Array.from(onOneLine(name)).slice(0, MAX_NAME).join("").trim() || null;
    },
  });
  app.addHook("onRequest", app.basicAuth);
}

/** In the same time, whatever was given. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
