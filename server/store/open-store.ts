import { join } from "node:path";

import type { Config } from "../config.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Channel, RequestStore } from "./store.ts";

/**
 * Opens the configured store, on its first use. With `migrate: false` it only reads and writes
 * rows.
 */
export function openStore(
  config: Pick<Config, "dataFolder" | "database" | "webhook" | "email">,
  { migrate = true } = {},
): RequestStore {
  const channels: Channel[] = [];
  if (config.webhook) channels.push("webhook");
  if (config.email) channels.push("email");
  if (config.database === null) return openSqliteStore(sqliteFile(config), { channels, migrate });
  const { address, poolSize } = config.database;
  return openPostgresStore(address, { channels, poolSize, migrate });
}

export function sqliteFile({ dataFolder }: Pick<Config, "dataFolder">): string {
  return join(dataFolder, "requests.sqlite");
}
