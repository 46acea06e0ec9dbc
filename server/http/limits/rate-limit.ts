import rateLimitPlugin, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import { LruMap } from "toad-cache";

import { addressKey, MAX_ADDRESSES } from "./address.ts";

/** A hook that answers 429 to more than `perMinute` requests from one address; 0 is no limit. */
export async function limitRate(
  app: FastifyInstance,
  { perMinute, now }: { perMinute: number; now: () => number },
): Promise<onRequestAsyncHookHandler> {
  if (perMinute === 0) return async () => {};
  await app.register(rateLimitPlugin, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => addressKey(ip),
    store: createWindowStore(now),
  });
  return app.rateLimit();
}

/** The plugin's own store uses the system clock, which may be set back. */
function createWindowStore(now: () => number) {
  const windows = new LruMap<{ count: number; until: number }>(MAX_ADDRESSES);

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
