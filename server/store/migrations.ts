import { readdirSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { explainSqliteError, preventStart, StoreUnavailable } from "./errors.ts";

const FOLDER = new URL("migrations/", import.meta.url);

const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .toSorted();

/** Runs in the caller's transaction. */
export function migrate(database: DatabaseSync, path: string): void {
  const missing = findMissing(database, path);
  database.exec("create table if not exists applied_migrations (name text primary key) strict");
  const record = database.prepare("insert into applied_migrations values (?)");
  for (const name of missing) {
    try {
      database.exec(readFileSync(new URL(name, FOLDER), "utf8"));
    } catch (error) {
      const explained = explainSqliteError(error, path);
      if (explained instanceof StoreUnavailable) throw explained;
      const { message } = error as Error;
      throw preventStart(`The migration ${name} cannot be applied to ${path}: ${message}.`, error);
    }
    record.run(name);
  }
}

export function assertMigrated(database: DatabaseSync, path: string): void {
  const [first] = findMissing(database, path);
  if (first === undefined) return;
  throw preventStart(
    `The database ${path} lacks the migration ${first}: start the server of this version, which applies it.`,
  );
}

function findMissing(database: DatabaseSync, path: string): string[] {
  const applied = readApplied(database);
  const unknown = applied.find((name) => !MIGRATIONS.includes(name));
  if (unknown === undefined) return MIGRATIONS.filter((name) => !applied.includes(name));
  throw preventStart(
    `The database ${path} has the migration ${unknown}, which this version does not have: ` +
      "run the version that wrote it.",
  );
}

function readApplied(database: DatabaseSync): string[] {
  const [table] = database
    .prepare("select name from sqlite_schema where name = 'applied_migrations'")
    .all();
  if (!table) return [];
  const rows = database.prepare("select name from applied_migrations").all();
  return rows.map(({ name }) => String(name));
}
