import type { DatabaseSync } from "node:sqlite";

import { findMissing, otherVersion, readMigrations, type Migration } from "../migrations.ts";

const SQLITE_MIGRATIONS = readMigrations(new URL("migrations/", import.meta.url));

/** Applies the migrations that a file lacks, within the caller's transaction. */
export function migrate(
  database: DatabaseSync,
  location: string,
  migrations: readonly Migration[] = SQLITE_MIGRATIONS,
): void {
  const missing = findMissing(migrations, { applied: readApplied(database, location), location });
  database.exec("create table if not exists applied_migrations (name text primary key) strict");
  const record = database.prepare("insert into applied_migrations values (?)");
  for (const { name, sql } of missing) {
    database.exec(sql);
    record.run(name);
  }
}

/** Null for a new file. Files of before 1.0.0 had tables, and counted their migrations. */
function readApplied(database: DatabaseSync, location: string): Set<string> | null {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  if (!names.has("applied_migrations")) {
    if (names.has("data_requirements")) throw otherVersion(location, "names no migration");
    return null;
  }
  const rows = database.prepare("select name from applied_migrations").all();
  return new Set(rows.map(({ name }) => String(name)));
}
