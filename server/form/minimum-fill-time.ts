import { LruMap } from "toad-cache";

import { addressKey, MAX_ADDRESSES } from "../http/limits/address.ts";

/** No person fills in the form faster. */
const MIN_FILL_MS = 2_000;

/** Later the page may come from the browser's cache, so the time of the visit means nothing. */
const VISIT_MS = 30 * 60_000;

export type FillTimes = ReturnType<typeof createFillTimes>;

/**
 * When each address first requested the page: a form that is sent at once comes from a bot. `now` is
 * monotonic, in milliseconds.
 */
export function createFillTimes(now: () => number) {
  const visits = new LruMap<number>(MAX_ADDRESSES);
  return {
    noteVisit(address: string): void {
      const key = addressKey(address);
      const first = visits.get(key);
      // The first visit counts: many people may share one address.
      if (first === undefined || now() - first > VISIT_MS) visits.set(key, now());
    },
    isTooFast(address: string): boolean {
      const first = visits.get(addressKey(address));
      return first !== undefined && now() - first < MIN_FILL_MS;
    },
  };
}
