import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll } from "vitest";

import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { Channel, RequirementStore } from "../server/store/store.ts";
import { openPostgres, type PostgresCluster } from "./postgres.ts";
import { startTestPostgres } from "./test-postgres.ts";

/** A database for the tests of one file. */
export type TestDatabase = {
  name: "SQLite" | "PostgreSQL";
  /** The settings with which our programs use it. */
  env: NodeJS.ProcessEnv;
  open: (channels: Channel[]) => RequirementStore;
  /** Runs SQL as its owner, with the schemas of PostgreSQL. */
  run: (sql: string) => Promise<unknown>;
};

/** Both kinds of database, or SQLite alone where there is no PostgreSQL. */
export async function startTestDatabases(): Promise<{
  databases: TestDatabase[];
  cluster: PostgresCluster | null;
}> {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "requests.sqlite");
  const sqlite: TestDatabase = {
    name: "SQLite",
    env: { DATA_DIR: folder },
    open: (channels) => openSqliteStore(file, { channels }),
    async run(sql) {
      const database = new DatabaseSync(file, { timeout: 5_000 });
      database.exec(sql.replaceAll(/(private|public)\./g, ""));
      database.close();
    },
  };
  const { cluster, missing } = await startTestPostgres();
  if (missing !== null) return { databases: [sqlite], cluster: null };
  const postgres: TestDatabase = {
    name: "PostgreSQL",
    env: { DATABASE_URL: cluster.url() },
    open: (channels) => openPostgres(cluster.url(), { channels }),
    run: (sql) => cluster.run(sql),
  };
  return { databases: [sqlite, postgres], cluster };
}
