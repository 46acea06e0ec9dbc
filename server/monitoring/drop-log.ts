import type { Log } from "../notifications/outbox-worker.ts";

const MINUTE_MS = 60_000;

/**
 * Logs how many connections were closed to free a slot, by reason: the first at once, then once a
 * minute. In a flood, a line for each would be an attack on the log.
 */
export function createDropLog(log: Log): (reason: string) => void {
  let dropped: Record<string, number> = {};
  let waiting = false;

  function write(): void {
    waiting = Object.keys(dropped).length > 0;
    if (!waiting) return;
    log.warn(dropped, "connections closed");
    dropped = {};
    setTimeout(write, MINUTE_MS).unref();
  }

  return (reason) => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
    if (!waiting) write();
  };
}
