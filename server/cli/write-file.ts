import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";

import { CommandError } from "./subcommand.ts";

/** A `location` that is a URL is no file's path. */
export function assertNotDatabase(location: string, file: string): void {
  if (![location, `${location}-wal`, `${location}-shm`].includes(resolve(file))) return;
  throw new CommandError(`${file} is the database itself: name another file.`);
}

/** Writes a file that only its owner can read, and renames it into place when it is complete. */
export async function writeFileAtomically(
  file: string,
  write: (unfinished: FileHandle, path: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, "wx", 0o600);
    await write(handle, unfinished).finally(() => handle.close());
    await rename(unfinished, file);
  } catch (error) {
    // Ignores errors of the cleanup, because the first error is the one to report.
    for (const left of [unfinished, `${unfinished}-journal`]) {
      await rm(left, { force: true }).catch(() => {});
    }
    throw isFileError(error)
      ? new CommandError(`${file} could not be written: ${error.message}.`, { cause: error })
      : error;
  }
}

/** Detects a file-system error, or SQLITE_FULL: https://www.sqlite.org/rescode.html#full */
function isFileError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || ("errcode" in error && error.errcode === 13);
}
