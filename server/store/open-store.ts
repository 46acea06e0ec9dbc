import { join } from "node:path";

import type { PostgresAddress } from "./postgres/address.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { RequestStore, StoreOptions } from "./store.ts";

/** PostgreSQL, or without it SQLite in the data folder. */
type StoreLocation = { dataFolder: string; database: PostgresAddress | null };

/** Opens the configured store, which connects on its first use. */
export function openStore(location: StoreLocation, options: StoreOptions): RequestStore {
  if (location.database === null) return openSqliteStore(sqliteFile(location), options);
  return openPostgresStore(location.database, options);
}

export function sqliteFile({ dataFolder }: Pick<StoreLocation, "dataFolder">): string {
  return join(dataFolder, "requests.sqlite");
}
