import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { inject } from "vitest";

import type { PostgresOptions } from "../server/store/postgres/database.ts";
import type { SqliteOptions } from "../server/store/sqlite/database.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { RequirementStore } from "../server/store/store.ts";
import { openPostgres, postgresOn } from "./postgres.ts";

/** A database for one test, or for those of one suite. */
export type TestDatabase = {
  /** Its file, or its URL. */
  location: string;
  /** The settings with which our programs use it. */
  env: Record<string, string>;
  /** A store that is closed with the database. */
  open: (options?: SqliteOptions & PostgresOptions) => RequirementStore;
  /** Runs SQL as its owner, with the schemas of PostgreSQL. */
  run: (sql: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

type DatabaseKind = "SQLite" | "PostgreSQL";

const port = inject("postgresPort");

/** Where it is true, the tests that need PostgreSQL are to be skipped. */
export const withoutPostgres = port === null;

/** What a store can be on, on this machine. */
export const DATABASES: DatabaseKind[] = withoutPostgres ? ["SQLite"] : ["SQLite", "PostgreSQL"];

/** A new database, of the PostgreSQL that all suites share or in a file of its own. */
export function openDatabase(kind: DatabaseKind, owner?: string): Promise<TestDatabase> {
  return kind === "SQLite" ? openFile() : createDatabase(owner);
}

async function openFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  const location = join(folder, "requests.sqlite");
  const stores: RequirementStore[] = [];
  return {
    location,
    env: { DATA_DIR: folder },
    open: (options) => keep(stores, openSqliteStore(location, options)),
    async run(sql) {
      const database = new DatabaseSync(location, { timeout: 5_000 });
      database.exec(sql.replaceAll(/(private|public)\./g, ""));
      database.close();
      return [];
    },
    async close() {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function createDatabase(owner?: string): Promise<TestDatabase> {
  const cluster = postgresOn(port ?? 0);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await cluster.createDatabase(name, owner);
  const location = cluster.url(name, owner);
  const stores: RequirementStore[] = [];
  return {
    location,
    env: { DATABASE_URL: location },
    open: (options) => keep(stores, openPostgres(location, options)),
    run: (sql) => cluster.run(sql, name),
    async close() {
      for (const store of stores) await store.close();
    },
  };
}

function keep(stores: RequirementStore[], store: RequirementStore): RequirementStore {
  stores.push(store);
  return store;
}
