import { join } from "node:path";

import type { Environment } from "./environment.ts";
import { PostgresStore } from "./postgres-store.ts";
import { SqliteStore } from "./sqlite-store.ts";
import type { RequestStore } from "./store.ts";

type Place = Pick<Environment, "dataFolder" | "databaseUrl">;

/** The store that the environment names. Nothing is opened until it is first used. */
export function openStore(environment: Place): RequestStore {
  return environment.databaseUrl === null
    ? new SqliteStore(sqliteFile(environment))
    : new PostgresStore(environment.databaseUrl);
}

export function sqliteFile({ dataFolder }: Pick<Place, "dataFolder">): string {
  return join(dataFolder, "requests.sqlite");
}
