import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { readDatabaseUrl } from "../config.ts";
import { isUrl } from "../store/open-database.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

export const copy: Subcommand = async (args, { store, write }) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [source = "", ...others] = positionals;
  if (source === "" || others.length > 0) throw new CommandError('Name one SOURCE: see "help".');
  if (isUrl(source)) readDatabaseUrl(source, "SOURCE");
  // SQLite would create the file.
  else if (!existsSync(source)) throw new CommandError(`There is no database ${source}.`);
  const { copied, present, rejected } = await store.copyFrom(source);
  await write(`Copied: ${countRequests(copied)}. Already there: ${countRequests(present)}.\n`);
  if (rejected.length === 0) return;
  const reasons = rejected.map(({ id, reason }) => `${id}: ${reason}`);
  throw new CommandError([`Not copied: ${countRequests(rejected.length)}.`, ...reasons].join("\n"));
};

function countRequests(count: number): string {
  return count === 1 ? "1 request" : `${count} requests`;
}
