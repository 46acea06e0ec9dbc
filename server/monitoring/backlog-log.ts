import type { Log } from "../notifications/outbox-worker.ts";
import type { RequestStore } from "../store/store.ts";

const HOUR_MS = 3_600_000;

/** Logs overdue replies and failing notifications now and every hour, until it is stopped. */
export function logBacklog(store: RequestStore, log: Log): () => void {
  const check = async () => {
    try {
      const backlog = await store.outbox.backlog();
      const { overdue_replies, failing, unannounced } = backlog;
      if (overdue_replies + failing + unannounced > 0) {
        log.warn(backlog, "replies are overdue, or notifications failed or had no channel");
      }
    } catch (error) {
      // No background task may end the process; where the store is used, its outage is logged.
      log.warn({ reason: error instanceof Error ? error.message : "" }, "the backlog is unknown");
    }
  };
  void check();
  const timer = setInterval(() => void check(), HOUR_MS).unref();
  return () => clearInterval(timer);
}
