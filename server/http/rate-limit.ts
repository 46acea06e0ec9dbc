import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { HttpError } from "./http-error.ts";

const HOURLY_FACTOR = 3;

/** Needs the plugin @fastify/rate-limit. If `perMinute` is 0, there is no limit. */
export function createInsertLimit(
  app: FastifyInstance,
  perMinute: number,
): (request: FastifyRequest) => Promise<void> {
  const counters = [
    app.createRateLimit({ max: perMinute, timeWindow: MINUTE_MS }),
    app.createRateLimit({ max: HOURLY_FACTOR * perMinute, timeWindow: HOUR_MS }),
  ];
  return async (request) => {
    if (perMinute === 0) return;
    for (const count of counters) {
      throwIfExceeded(await count(request));
    }
  };
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance["createRateLimit"]>>>;

/** `isAllowed` means that the IP is on the plugin's allow list, which is empty. */
export function throwIfExceeded(count: Count): void {
  if (count.isAllowed || !count.isExceeded) return;
  throw new HttpError(429, "Too many requests", { retryAfterSeconds: count.ttlInSeconds });
}

/** Returns an IPv4 address or an IPv6 /64 network, without the port that some proxies append. */
export function rateLimitKey({ ip }: FastifyRequest): string {
  return normalizeIP(ip.replace(WITH_PORT, "$<v6>$<v4>"));
}

const WITH_PORT = /^\[(?<v6>.+)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/;
