import { pino, stdTimeFunctions, type Logger } from "pino";

/** Drops lines if stdout blocks or closes, or if its disk is full. Pino's own destination would hang at exit. */
export function openLog(): Logger {
  process.stdout.on("error", () => {});
  const options = { base: null, timestamp: stdTimeFunctions.isoTime };
  return pino(options, {
    write(line) {
      if (process.stdout.writableLength < MAX_BUFFERED_BYTES) process.stdout.write(line);
    },
  });
}

export type Log = {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
};

const MAX_BUFFERED_BYTES = 1024 * 1024;

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Omits the properties that databases add to errors, because they may contain visitor text. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
