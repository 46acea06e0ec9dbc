import { parseArgs } from "node:util";

import { isUrl, openDatabase } from "../store/open-database.ts";
import { toPostgresSchema } from "../store/postgres-schema.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

const OPTIONS = { direct: { type: "boolean" }, print: { type: "boolean" } } as const;

/** Brings the database to this version, as the server does at its start, or goes back to this version. */
export const migrate: Subcommand = async (args, { location, write }) => {
  const { direct = false, print } = parseArgs({ args, options: OPTIONS }).values;
  if (print) return write(`begin;\n${toPostgresSchema({ direct })}commit;\n`);
  if (direct && !isUrl(location)) {
    throw new CommandError(
      "--direct needs DATABASE_URL, because visitors cannot insert into SQLite.",
    );
  }
  const database = openDatabase(location, { user: "migrate", direct });
  await database.query("select 1").finally(() => database.close());
  const whatElse = direct ? " Visitors may insert requests through PostgREST." : "";
  await write(`The database ${database.name} has this version.${whatElse}\n`);
};
