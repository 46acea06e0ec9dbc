import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { readDatabaseUrl } from "../config.ts";
import { copyRequests } from "../store/copy.ts";
import { isUrl, openDatabase } from "../store/open-database.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

const PROGRESS_ROWS = 1_000;

export const copy: Subcommand = async (args, { location, env, write }) => {
  const options = { finish: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { finish = false } = values;
  const [name = "", ...others] = positionals;
  if (name === "" || others.length > 0) throw new CommandError('Name one SOURCE: see "help".');
  const source = openDatabase(readSource(name, env), { user: "source" });
  const target = openDatabase(location, { user: "target" });
  try {
    // Opens the source first, because opening the target may create it.
    await source.query("select 1");
    await write(`Copying from ${source.name} to ${target.name}.\n`);
    let reported = 0;
    const onProgress = async (copied: number, total: number) => {
      if (copied < reported + PROGRESS_ROWS) return;
      reported = copied;
      await write(`Copied ${copied} of ${total} requests.\n`);
    };
    const copied = await copyRequests(source, target, { finish, onProgress });
    await write(`Copied all: ${copied === 1 ? "1 request" : `${copied} requests`}.\n`);
    await write(
      finish
        ? `Start the server with ${target.name}. ${source.name} accepts no more requests.\n`
        : "Nothing has moved yet: stop the server, and repeat this with --finish.\n",
    );
  } finally {
    await source.close();
    await target.close();
  }
};

/** SOURCE may be the name of a variable, because other users of the machine can read a command's arguments. */
function readSource(name: string, env: NodeJS.ProcessEnv): string {
  const source = env[name]?.trim() || name;
  if (isUrl(source)) return readDatabaseUrl(source, "SOURCE") ?? source;
  // SQLite would create the file.
  if (!existsSync(source)) {
    const variable = /^\w+$/.test(source) ? `, and no variable ${source} is set` : "";
    throw new CommandError(`There is no database ${source}${variable}.`);
  }
  return source;
}
