/** `npm run migrate`: brings the database to this version, as the server does at its start. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { readConfig } from "../config.ts";
import { reasonOf } from "../log.ts";
import { databaseFile, openDatabase } from "../store/open-database.ts";
import { toPostgresSchema } from "../store/postgres-schema.ts";

const HELP = `Usage: npm run migrate [-- --direct] [--print]

Brings the database at DATABASE_URL or, without it, in DATA_DIR to this version, as the server does at its start.

  --direct   on PostgreSQL, also lets visitors insert requests through PostgREST (docs/backends.md)
  --print    only prints the SQL for PostgreSQL
`;

const OPTIONS = {
  direct: { type: "boolean" },
  print: { type: "boolean" },
  help: { type: "boolean" },
} as const;

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}

async function run(args: string[]): Promise<string> {
  const { direct = false, print, help } = parseArgs({ args, options: OPTIONS }).values;
  if (help) return HELP;
  if (print) return `begin;\n${toPostgresSchema({ direct })}commit;`;
  const { DATABASE_URL, DATA_DIR } = process.env;
  const result = readConfig({ DATABASE_URL, DATA_DIR });
  if (result.kind === "invalid") throw new Error(result.problems.join("\n"));
  const { databaseUrl, dataFolder } = result.config;
  if (databaseUrl === null && direct) {
    throw new Error("--direct needs DATABASE_URL, because visitors cannot insert into SQLite.");
  }
  const location = databaseUrl ?? databaseFile(dataFolder);
  if (databaseUrl === null && !existsSync(location)) {
    // The file must belong to the server's user, and this command may run as root.
    throw new Error(
      `There is no database ${location}: set DATABASE_URL or DATA_DIR. Only the server creates it.`,
    );
  }
  const database = openDatabase(location, { user: "migrate", direct, onOpen: async () => {} });
  await database.query("select 1").finally(() => database.close());
  const whatElse = direct ? " Visitors may insert requests through PostgREST." : "";
  return `The database ${database.name} has this version.${whatElse}`;
}
