import type { DatabaseSync } from "node:sqlite";

import { readMigrations } from "../migrations.ts";

export const SQLITE_MIGRATIONS = readMigrations(new URL("migrations/", import.meta.url));

/** Within the caller's transaction. `pragma user_version` counts the migrations that a file has had. */
export function migrate(database: DatabaseSync): void {
  const count = SQLITE_MIGRATIONS.length;
  const version = schemaVersion(database);
  if (version > count) throw new NewerSchema();
  for (const { sql } of SQLITE_MIGRATIONS.slice(version)) database.exec(sql);
  if (version < count) database.exec(`pragma user_version = ${count}`);
}

export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare("pragma user_version").get()?.["user_version"]);
}

/** The file was written by a later release. */
export class NewerSchema extends Error {}
