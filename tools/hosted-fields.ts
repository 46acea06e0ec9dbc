/**
 * `npm run hosted-fields`: writes the difference between domain/fields.ts and the files in supabase/migrations/ into a
 * file there. Applies these files to a temporary PostgreSQL, and never connects to a hosted database.
 */
import { writeFileSync } from "node:fs";

import { toFieldsMigration, UnmigratableField } from "../supabase/fields-migration.ts";
import { findPostgresProblem, startPostgres } from "../test-support/services/postgres.ts";

const problem = findPostgresProblem() ?? (await writeMigration());
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}

/** Resolves to null on success. */
async function writeMigration(): Promise<string | null> {
  const cluster = await startPostgres();
  try {
    const sql = await toFieldsMigration(await cluster.createDatabase());
    if (sql === null) {
      console.log("The files in supabase/migrations/ already describe the fields.");
      return null;
    }
    const time = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const file = `supabase/migrations/${time}_fields.sql`;
    writeFileSync(file, sql);
    console.log(`Read ${file} before you apply it.\n\n${sql}`);
    return null;
  } catch (error) {
    if (error instanceof UnmigratableField) return error.message;
    throw error;
  } finally {
    await cluster.stop();
  }
}
