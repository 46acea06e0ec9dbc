import { open, rename, rm, type FileHandle } from "node:fs/promises";

import { CommandError } from "./command.ts";

/** Writes a file that only its user can read. It gets its name, or replaces another, once it is complete. */
export async function writeWhole(
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
    await rm(unfinished, { force: true });
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new CommandError(`${file} could not be written: ${error.message}.`, { cause: error });
  }
}
