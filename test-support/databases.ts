import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { inject } from "vitest";

import type { PostgresOptions } from "../server/store/postgres/database.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { StoreOptions } from "../server/store/store.ts";
import type { RequestStore } from "../server/store/store.ts";
import { openPostgres, postgresOn } from "./postgres.ts";

type DatabaseKind = "SQLite" | "PostgreSQL";

const port = inject("postgresPort");

/** Whether to skip the tests that need PostgreSQL. */
export const withoutPostgres = port === null;

/** The databases that a store can use on this machine. */
export const DATABASES: DatabaseKind[] = withoutPostgres ? ["SQLite"] : ["SQLite", "PostgreSQL"];

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Makes a database for one test or one suite: a file of its own, or a database in the PostgreSQL that
 * all suites share.
 */
export async function openDatabase(kind: DatabaseKind, owner?: string) {
  const stores: RequestStore[] = [];
  const database = kind === "SQLite" ? createFile() : await createDatabase(owner);
  return {
    ...database,
    /** A store, closed together with the database. */
    open(options: StoreOptions & PostgresOptions = {}) {
      const { location } = database;
      const store =
        kind === "SQLite" ? openSqliteStore(location, options) : openPostgres(location, options);
      stores.push(store);
      return store;
    },
    close: async () => {
      for (const store of stores) await store.close();
      database.remove();
    },
  };
}

function createFile() {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  const location = join(folder, "requests.sqlite");
  return {
    /** Its file, or its URL. */
    location,
    /** The settings with which our programs use it. */
    env: { DATA_DIR: folder },
    /** Runs SQL as its owner, with the schemas of PostgreSQL. */
    run: async (sql: string) => {
      const database = new DatabaseSync(location, { timeout: 5_000 });
      database.exec(sql.replaceAll(/(private|public)\./g, ""));
      database.close();
      return [];
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function createDatabase(owner?: string) {
  const cluster = postgresOn(port ?? 0);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await cluster.createDatabase(name, owner);
  const location = cluster.url(name, owner);
  return {
    location,
    env: { DATABASE_URL: location },
    run: (sql: string) => cluster.run(sql, name),
    // The cluster, with all its databases, is removed after the run.
    remove: () => {},
  };
}
