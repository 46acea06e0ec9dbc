import type { FastifyInstance, FastifyRequest } from "fastify";

import { tooManyRequests } from "./api-error.ts";

/** The limit of an hour is this many times the limit of a minute. */
const HOURLY_FACTOR = 3;

/** A /64 network of IPv6 is one visitor; a /56 network, which several may share, may send this many times more. */
const VISITORS_PER_NETWORK = 4;

/**
 * Rejects HTTP requests past the limits of an address; 0 is no limit. PostgREST
 * has the same limits for inserts in `supabase/migrations/`. The app needs the plugin @fastify/rate-limit.
 */
export function createRateLimit(
  app: FastifyInstance,
  perMinute: number,
): (request: FastifyRequest) => Promise<void> {
  const limits = [64, 56].flatMap((ipv6Subnet) => {
    const max = ipv6Subnet === 64 ? perMinute : VISITORS_PER_NETWORK * perMinute;
    return [
      { max, timeWindow: "1 minute", ipv6Subnet },
      { max: HOURLY_FACTOR * max, timeWindow: "1 hour", ipv6Subnet },
    ];
  });
  const counters = limits.map((limit) => app.createRateLimit(limit));

  return async (request) => {
    if (perMinute === 0) return;
    for (const count of counters) {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded) throw tooManyRequests(result.ttlInSeconds);
    }
  };
}
