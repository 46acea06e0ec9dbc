import { addressKey } from "../http/address.ts";
import { BoundedMap } from "../http/bounded-map.ts";

/** Nobody fills in the form faster than this. */
const MIN_FILL_MS = 2_000;

/** After this a visit says nothing any more: the page may come from the browser's cache. */
const VISIT_MS = 30 * 60_000;

/** When each address first asked for the page: a form that is sent at once is a program's. */
export type FillTimes = {
  noteVisit(address: string): void;
  isTooFast(address: string): boolean;
};

/** `now` is in milliseconds and never goes back. */
export function createFillTimes(now: () => number): FillTimes {
  const visits = new BoundedMap<number>();
  return {
    noteVisit(address) {
      const key = addressKey(address);
      const first = visits.get(key);
      // The first one counts: behind one address there may be many people.
      if (first === undefined || now() - first > VISIT_MS) visits.set(key, now());
    },
    isTooFast(address) {
      const first = visits.get(addressKey(address));
      return first !== undefined && now() - first < MIN_FILL_MS;
    },
  };
}
