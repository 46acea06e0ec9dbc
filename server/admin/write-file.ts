import { open, rename, rm, type FileHandle } from "node:fs/promises";

import { CommandError } from "./command.ts";

/** Writes a file that only its user can read. It gets its name, or replaces another, once it is complete. */
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
    // In a folder that this user may not enter, this fails like what failed before.
    await rm(unfinished, { force: true }).catch(() => {});
    throw isFileError(error)
      ? new CommandError(`${file} could not be written: ${error.message}.`, { cause: error })
      : error;
  }
}

/** Whether the file system has failed; a database has codes of its own. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
