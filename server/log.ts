import { pino, stdTimeFunctions, type Logger } from "pino";

/**
 * A full disk, or a reader that stalls or has ended, costs only log lines. Pino's own destination waits for such a
 * reader forever when the process ends.
 */
export function openLog(): Logger {
  process.stdout.on("error", () => {});
  const options = { base: null, timestamp: stdTimeFunctions.isoTime };
  return pino(options, {
    write(line) {
      if (process.stdout.writableLength < MAX_BUFFERED) process.stdout.write(line);
    },
  });
}

export type Log = {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
};

/** Maximum bytes of lines that wait for a reader; after that, lines are dropped. */
const MAX_BUFFERED = 1024 * 1024;

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error for a log line, without what a database attaches to it: details may hold form contents. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
