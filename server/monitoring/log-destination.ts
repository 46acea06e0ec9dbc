import type { DestinationStream } from "pino";

/** Bytes of lines that may wait for a reader; past it, lines are dropped. */
const MAX_WAITING = 1024 * 1024;

/**
 * Standard output. A full disk under it, or a reader that stalls or has ended, costs lines only.
 * pino's own destination was tried: it waits for such a reader when the process ends, for ever.
 */
export function openLog(): DestinationStream {
  process.stdout.on("error", () => {});
  return {
    write(line) {
      if (process.stdout.writableLength < MAX_WAITING) process.stdout.write(line);
    },
  };
}
