import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";

import { writeCsv } from "../texts/request-csv.ts";
import { CommandError, readOne, type Subcommand } from "./subcommand.ts";

/** Writes every request, spam too, as CSV to stdout, or to a file. */
export const exportCsv: Subcommand = async (args, { store, write }) => {
  const { values } = parseArgs({ args, options: { output: { type: "string" } } });
  const { output } = values;
  if (output === undefined) {
    for await (const line of writeCsv(store)) await write(line);
    return;
  }
  await writeFileAtomically(output, async (file) => {
    for await (const line of writeCsv(store)) await file.write(line);
  });
  await write(`Exported to ${output}.\n`);
};

/** Copies the database with SQLite's online backup, while the server writes to it. */
export const backup: Subcommand = async (args, { store, write }) => {
  const file = readOne(args, "FILE");
  const source = new DatabaseSync(store.path, { readOnly: true, timeout: 5_000 });
  try {
    await writeFileAtomically(file, async (_, path) => void (await copyDatabase(source, path)));
  } finally {
    source.close();
  }
  await write(`Backed up to ${file}.\n`);
};

/** Writes a file that only its user can read. It gets its name, or replaces another, once it is complete. */
async function writeFileAtomically(
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
