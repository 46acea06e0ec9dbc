import { join } from "node:path";

import type { Config } from "../config.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { RequirementStore, StoreOptions } from "./store.ts";

/** The configured store, which connects on its first use. */
export function openStore(
  config: Pick<Config, "dataFolder" | "database">,
  options: StoreOptions,
): RequirementStore {
  if (config.database === null) return openSqliteStore(sqliteFile(config), options);
  return openPostgresStore(config.database, options);
}

export function sqliteFile({ dataFolder }: Pick<Config, "dataFolder">): string {
  return join(dataFolder, "requests.sqlite");
}
