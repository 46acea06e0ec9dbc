import { pino, type DestinationStream } from "pino";

/** Bytes of lines that may wait for a reader; past it, lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Standard output. A full disk under it, or a reader that stalls or ended, costs lines only. */
export function openLog(): DestinationStream {
  const destination = pino.destination({ fd: 1, sync: false, maxLength: MAX_WAITING });
  destination.on("error", () => {});
  process.stdout.on("error", () => {});
  return destination;
}
