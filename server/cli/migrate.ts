/** `npm run migrate`: brings a PostgreSQL database to this version, as the server does at its start. */
import { parseArgs } from "node:util";

import { reasonOf } from "../log.ts";
import { migrateUrl, toPostgresSchema } from "../store/postgres-schema.ts";

try {
  const options = { direct: { type: "boolean" }, print: { type: "boolean" } } as const;
  const { direct = false, print = false } = parseArgs({ options }).values;
  const url = process.env["DATABASE_URL"]?.trim();
  if (print) {
    process.stdout.write(`begin;\n${toPostgresSchema({ direct })}commit;\n`);
  } else if (url) {
    await migrateUrl(url, { direct });
    console.log("The database has this version.");
    if (direct) console.log("Visitors may insert requests through PostgREST.");
  } else {
    throw new Error("Set DATABASE_URL, or print the SQL for PostgreSQL with --print.");
  }
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
