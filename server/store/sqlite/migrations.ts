import type { DatabaseSync } from "node:sqlite";

import { readMigrations, type Migration } from "../migrations.ts";

export const SQLITE_MIGRATIONS = readMigrations(new URL("migrations/", import.meta.url));

/** Applies pending migrations within the caller's transaction, and records each by its name. */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[] = SQLITE_MIGRATIONS,
): void {
  const applied = readApplied(database, migrations);
  if (isFromLaterRelease(applied, migrations)) throw new NewerSchema();
  database.exec(`
    create table if not exists applied_migrations (name text primary key) strict;
    pragma user_version = ${NAMED};
  `);
  const record = database.prepare("insert or ignore into applied_migrations values (?)");
  for (const { name, sql } of migrations) {
    if (!applied.has(name)) database.exec(sql);
    record.run(name);
  }
}

/** Whether the file has had all migrations of this release, and no others. */
export function isCurrent(database: DatabaseSync): boolean {
  const applied = readApplied(database, SQLITE_MIGRATIONS);
  const complete = SQLITE_MIGRATIONS.every(({ name }) => applied.has(name));
  return complete && !isFromLaterRelease(applied, SQLITE_MIGRATIONS);
}

/** The file was written by a later release. */
export class NewerSchema extends Error {}

/**
 * The `user_version` of a file that names its migrations. The first release stored their count there, and
 * refuses a file with a higher count than its own.
 */
const NAMED = 1_000;

function readApplied(database: DatabaseSync, migrations: readonly Migration[]): Set<string> {
  const version = Number(database.prepare("pragma user_version").get()?.["user_version"]);
  if (version < NAMED) return new Set(migrations.slice(0, version).map(({ name }) => name));
  const rows = database.prepare("select name from applied_migrations").all();
  return new Set(rows.map(({ name }) => String(name)));
}

function isFromLaterRelease(applied: Set<string>, migrations: readonly Migration[]): boolean {
  const known = new Set(migrations.map(({ name }) => name));
  return [...applied].some((name) => !known.has(name));
}
