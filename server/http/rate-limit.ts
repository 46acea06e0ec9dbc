import rateLimitPlugin, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { addressKey } from "./address.ts";
import { BoundedMap } from "./bounded-map.ts";
import { RateLimited } from "./insert-outcome.ts";

/** A hook that throws `RateLimited` past so many requests a minute of one address; 0 is no limit. */
export async function limitRate(
  app: FastifyInstance,
  { perMinute, now }: { perMinute: number; now: () => number },
): Promise<(request: FastifyRequest) => Promise<void>> {
  if (perMinute === 0) return async () => {};
  await app.register(rateLimitPlugin, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => addressKey(ip),
    store: createWindowStore(now),
  });
  const count = app.createRateLimit();
  return async (request) => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw new RateLimited(result.ttlInSeconds);
  };
}

/** The plugin's own store goes by the time of day, which may be set back. */
function createWindowStore(now: () => number) {
  const windows = new BoundedMap<{ count: number; until: number }>();

  return class WindowStore implements FastifyRateLimitStore {
    incr(...[key, done, timeWindow]: Parameters<FastifyRateLimitStore["incr"]>): void {
      const known = windows.get(key);
      const window = known && known.until > now() ? known : { count: 0, until: now() + timeWindow };
      window.count += 1;
      windows.set(key, window);
      done(null, { current: window.count, ttl: window.until - now() });
    }

    child(): WindowStore {
      return this;
    }
  };
}
