import type { RequestStore } from "../../store/store.ts";
import { toFailure, type Insert } from "../insert/insert-outcome.ts";

/** Inserts that may always be in progress, however slow the store is. */
const MIN_INSERTS = 32;

/** Beyond them, an insert is shed while another has waited this long. */
const MAX_WAIT_MS = 200;

/** Inserts into the store, `max` at a time: beyond it, the database only gets slower. */
export function limitInserts(
  store: RequestStore,
  { max, now }: { max: number; now: () => number },
): Insert {
  /** When each insert in progress began, the oldest first. */
  const begun = new Map<symbol, number>();

  function isOverloaded(): boolean {
    const [oldest = Infinity] = begun.values();
    return begun.size >= max || (begun.size >= MIN_INSERTS && now() - oldest > MAX_WAIT_MS);
  }

  return async (requirement, idempotencyKey) => {
    if (isOverloaded()) return { kind: "shed" };
    const insert = Symbol("insert");
    begun.set(insert, now());
    try {
      return await store.insert(requirement, idempotencyKey);
    } catch (error) {
      return toFailure(error);
    } finally {
      begun.delete(insert);
    }
  };
}
