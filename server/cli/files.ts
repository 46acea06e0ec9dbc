import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { backup as copyTo, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { explainSqliteError } from "../store/errors.ts";
import { writeCsv } from "../store/request-csv.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

export const exportCsv: Subcommand = async (args, { store, file: database, write }) => {
  const { values, positionals } = parseArgs({
    args,
    options: { output: { type: "string" } },
    allowPositionals: true,
  });
  const [email, ...others] = positionals;
  if (others.length > 0) throw new CommandError('Name one email: see "help".');
  const filter = email === undefined ? {} : { email };
  if (email !== undefined && (await store.count(filter)) === 0) {
    throw new CommandError(`There is no request from ${email}.`);
  }
  const { output } = values;
  if (output === undefined) {
    for await (const line of writeCsv(store, filter)) await write(line);
    return;
  }
  assertNotDatabase(database, output);
  await writeFileAtomically(output, async (file) => {
    for await (const line of writeCsv(store, filter)) await file.write(line);
  });
  await write(`Exported to ${output}.\n`);
};

/** This is safe while the server is writing. */
export const backup: Subcommand = async (args, { file: database, write }) => {
  // `runCommand` handles `notify`, because the command can fail before this is called.
  const options = { notify: { type: "boolean" } } as const;
  const { positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file = "", ...others] = positionals;
  if (file === "" || others.length > 0) throw new CommandError('Name one FILE: see "help".');
  if (database === null) {
    throw new CommandError("Back up PostgreSQL with pg_dump (docs/operations.md).");
  }
  assertNotDatabase(database, file);
  try {
    await writeFileAtomically(file, async (_, unfinished) => {
      await copyDatabase(database, unfinished);
    });
  } catch (error) {
    throw explainSqliteError(error, database);
  }
  await write(`Backed up to ${file}.\n`);
};

function assertNotDatabase(path: string | null, file: string): void {
  if (path === null) return;
  if (![path, `${path}-wal`, `${path}-shm`].includes(resolve(file))) return;
  throw new CommandError(`${file} is the database itself: name another file.`);
}

/** Checks the copy, because SQLite copies damaged pages without an error. */
async function copyDatabase(path: string, target: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  await copyTo(source, target).finally(() => source.close());
  // Opens the copy as immutable, so that SQLite creates no -wal file.
  const copy = new DatabaseSync(new URL(`${pathToFileURL(target).href}?immutable=1`));
  const [result] = copy.prepare("pragma quick_check(1)").all();
  copy.close();
  if (result?.["quick_check"] === "ok") return;
  throw new CommandError(
    `The database ${path} is damaged, and was not backed up: stop the server and restore an earlier backup ` +
      "(docs/operations.md).",
  );
}

/** Writes a file that only its owner can read, and renames it into place when it is complete. */
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
