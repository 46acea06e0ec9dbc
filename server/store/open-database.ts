import type { Database, DatabaseOptions } from "./database.ts";
import { PostgresDatabase } from "./postgres.ts";
import { SqliteDatabase } from "./sqlite.ts";

/** `location` is a `postgres://` URL or the path of a SQLite file. */
export function openDatabase(location: string, options: DatabaseOptions): Database {
  return isUrl(location)
    ? new PostgresDatabase(location, options)
    : new SqliteDatabase(location, options);
}

/** Accepts every scheme, in upper case, too, so that no URL becomes the name of a SQLite file. */
export function isUrl(location: string): boolean {
  return location.includes("://");
}
