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

type DatabaseKind = "SQLite" | "PostgreSQL";

const port = inject("postgresPort");

/** Where it is true, the tests that need PostgreSQL are to be skipped. */
export const withoutPostgres = port === null;

/** What a store can be on, on this machine. */
export const DATABASES: DatabaseKind[] = withoutPostgres ? ["SQLite"] : ["SQLite", "PostgreSQL"];

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;

/**
 * A database for one test, or for those of one suite: in a file of its own, or of the PostgreSQL that
 * all suites share.
 */
export async function openDatabase(kind: DatabaseKind, owner?: string) {
  const stores: RequirementStore[] = [];
  const database = kind === "SQLite" ? createFile() : await createDatabase(owner);
  return {
    ...database,
    /** A store that is closed with the database. */
    open(options: SqliteOptions & PostgresOptions = {}) {
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
    // It goes with its cluster.
    remove: () => {},
  };
}
