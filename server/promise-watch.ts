import type { CourierLog } from "./courier.ts";
import { StoreUnavailable, type RequestStore } from "./store.ts";

const HOUR_MILLISECONDS = 3_600_000;

/** Reminds in the log, at start and every hour, of what the provider owes; returns how to end it. */
export function watchPromises(store: RequestStore, log: CourierLog): () => void {
  const remind = async () => {
    try {
      const promises = await store.outbox.promises();
      const owed = promises.overdue_replies + promises.failing;
      if (owed > 0) log.warn(promises, "replies are overdue, or the provider could not be told");
    } catch (error) {
      // That the store is down is told by whoever needs it.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  };
  void remind();
  const timer = setInterval(() => void remind(), HOUR_MILLISECONDS).unref();
  return () => clearInterval(timer);
}
