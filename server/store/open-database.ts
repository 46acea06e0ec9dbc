import { join } from "node:path";

import type { Database, DatabaseOptions } from "./database.ts";
import { SqliteDatabase } from "./sqlite.ts";

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, "requests.sqlite");
}

/** `location` is the path of a SQLite file. */
export function openDatabase(location: string, options: DatabaseOptions): Database {
  return new SqliteDatabase(location, options);
}
