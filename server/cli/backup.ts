import { backup as copyTo, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { explainSqliteError } from "../store/errors.ts";
import { isUrl } from "../store/open-database.ts";
import { assertExists } from "../store/sqlite.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";
import { assertNotDatabase, writeFileAtomically } from "./write-file.ts";

/** This is safe while the server is writing. */
export const backup: Subcommand = async (args, { location, write }) => {
  // `runCommand` handles `notify`, because the command can fail before this is called.
  const options = { notify: { type: "boolean" } } as const;
  const { positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file = "", ...others] = positionals;
  if (file === "" || others.length > 0) throw new CommandError('Name one FILE: see "help".');
  if (isUrl(location)) {
    throw new CommandError("Back up PostgreSQL with pg_dump (docs/operations.md).");
  }
  assertExists(location);
  assertNotDatabase(location, file);
  try {
    await writeFileAtomically(file, async (_, unfinished) => {
      await copyDatabase(location, unfinished);
    });
  } catch (error) {
    throw explainSqliteError(error, location);
  }
  await write(`Backed up to ${file}.\n`);
};

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
