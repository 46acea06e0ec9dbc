/** `npm run migrate`: brings a PostgreSQL database to this version, as the server does at its start. */
import { parseArgs } from "node:util";

import { readConfig } from "../config.ts";
import { reasonOf } from "../log.ts";
import { openDatabase } from "../store/open-database.ts";
import { toPostgresSchema } from "../store/postgres-schema.ts";

const HELP = `Usage: npm run migrate [-- --direct] [--print]

Brings the PostgreSQL database at DATABASE_URL to this version, as the server does at its start.

  --direct   also lets visitors insert requests through PostgREST, such as Supabase's (docs/backends.md)
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
  const { DATABASE_URL } = process.env;
  const result = readConfig({ DATABASE_URL });
  if (result.kind === "invalid") throw new Error(result.problems.join("\n"));
  const { databaseUrl } = result.config;
  if (databaseUrl === null) {
    // A SQLite file must belong to the server's user, and this command may run as root.
    throw new Error(
      "Set DATABASE_URL, or add --print. Only the server creates and migrates SQLite.",
    );
  }
  const database = openDatabase(databaseUrl, { user: "server", direct, onOpen: async () => {} });
  await database.query("select 1").finally(() => database.close());
  const whatElse = direct ? " Visitors may insert requests through PostgREST." : "";
  return `The database ${database.name} has this version.${whatElse}`;
}
