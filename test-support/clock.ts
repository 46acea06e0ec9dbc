import type { Clock } from "../server/http/app.ts";

/** A clock that tells one time for both purposes. */
export function fixedClock(now: () => number): Clock {
  return { now, monotonic: now };
}
