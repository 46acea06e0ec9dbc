import type { Clock } from "../server/http/app.ts";

/** A clock with the same time for both purposes. */
export function fixedClock(now: () => number): Clock {
  return { now, monotonic: now };
}
