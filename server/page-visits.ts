import { addressKey, remember } from "./rate-limit.ts";

/** A person needs longer than this to fill in the form. */
const LEAST_FILL_MILLISECONDS = 2_000;

/** After this a visit says nothing any more: the page may come from the browser's cache. */
const VISIT_MILLISECONDS = 30 * 60_000;

/** When each address first asked for the page, so that a form sent at once stands out. */
export type PageVisits = { note(address: string): void; isTooFast(address: string): boolean };

export function createPageVisits(now: () => number): PageVisits {
  const visits = new Map<string, number>();
  return {
    note(address) {
      const key = addressKey(address);
      const first = visits.get(key);
      // The first one counts: behind one address there may be many people.
      if (first === undefined || now() - first > VISIT_MILLISECONDS) remember(visits, key, now());
    },
    isTooFast(address) {
      const first = visits.get(addressKey(address));
      return first !== undefined && now() - first < LEAST_FILL_MILLISECONDS;
    },
  };
}
