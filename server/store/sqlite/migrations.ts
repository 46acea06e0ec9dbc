import type { DatabaseSync } from "node:sqlite";

import { findMissing, otherVersion, readMigrations, type Migration } from "../migrations.ts";
import { StoreUnavailable } from "../store.ts";
import { isFaultOfStatement } from "./errors.ts";

export const SQLITE_MIGRATIONS = readMigrations(new URL("migrations/", import.meta.url));

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
    apply(database, { name, sql });
    record.run(name);
  }
}

/** For a program that does not migrate. */
export function assertMigrated(database: DatabaseSync, location: string): void {
  const applied = readApplied(database, location);
  const [first] = findMissing(SQLITE_MIGRATIONS, { applied, location });
  if (first === undefined) return;
  throw new StoreUnavailable(
    `${location} lacks the migration ${first.name}: start the server of this version, which applies it.`,
    { transient: false },
  );
}

function apply(database: DatabaseSync, { name, sql }: Migration): void {
  database.exec("savepoint migration");
  try {
    database.exec(sql);
  } catch (error) {
    if (!isFaultOfStatement(error)) throw error;
    database.exec("rollback to migration");
    const line = findFailingLine(database, sql);
    throw new StoreUnavailable(
      `The migration ${name} cannot be applied: ${(error as Error).message}, in the statement on line ${line}.`,
      { transient: false, cause: error },
    );
  }
  database.exec("release migration");
}

/** SQLite does not say where: runs the statements again, one by one. Those of triggers have semicolons within. */
function findFailingLine(database: DatabaseSync, sql: string): number {
  const lines = sql.split("\n");
  let first = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.trimEnd().endsWith(";")) continue;
    try {
      database.exec(lines.slice(first, index + 1).join("\n"));
    } catch (error) {
      if ((error as Error).message === "incomplete input") continue;
      break;
    }
    first = index + 1;
  }
  const isCode = (line: string) => line.trim() !== "" && !line.startsWith("--");
  return first + 1 + Math.max(0, lines.slice(first).findIndex(isCode));
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
