import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { inject } from "vitest";

import type { RequestRow } from "../domain/request-row.ts";
import { databaseFile } from "../server/config.ts";
import { RequestStore, type StoreOptions } from "../server/store/store.ts";

export type Engine = "SQLite" | "PostgreSQL";

/** Each promise of the store is tested on these engines. */
export const ENGINES: Engine[] =
  inject("postgresUrl") === null ? ["SQLite"] : ["SQLite", "PostgreSQL"];

export type TestDatabase = ReturnType<typeof toTestDatabase>;

/** Creates an empty database, which the first server migrates. */
export async function createDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === "PostgreSQL") {
    emptied ??= createPostgres();
    const url = await emptied;
    await queryPostgres(url, EMPTY);
    return toTestDatabase(url, {
      variables: { DATABASE_URL: url },
      query: (sql) => queryPostgres(url, sql),
      remove: async () => {},
    });
  }
  const folder = mkdtempSync(join(tmpdir(), "site-data-"));
  const file = databaseFile(folder);
  return toTestDatabase(file, {
    variables: { DATA_DIR: folder },
    async query(sql) {
      const connection = new DatabaseSync(file);
      const rows = connection.prepare(sql).all();
      connection.close();
      return rows;
    },
    remove: async () => rmSync(folder, { recursive: true }),
  });
}

type EngineFunctions = {
  /** The server's and the command's variables for this database. */
  variables: NodeJS.ProcessEnv;
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  remove: () => Promise<void>;
};

function toTestDatabase(location: string, { variables, query, remove }: EngineFunctions) {
  const stores: RequestStore[] = [];
  const open = (options: StoreOptions = {}) => {
    const store = new RequestStore(location, options);
    stores.push(store);
    return store;
  };
  return {
    location,
    variables,
    query,
    open,
    /** Resolves to the stored rows, oldest first. */
    async rows(): Promise<RequestRow[]> {
      const rows: RequestRow[] = [];
      const store = new RequestStore(location);
      for await (const row of store.read()) rows.unshift(row);
      await store.close();
      return rows;
    },
    async remove() {
      for (const store of stores) await store.close();
      await remove();
    },
  };
}

/** Returns the sessions of this database that wait for a lock. In a transaction, `pg_stat_activity` would not change. */
export const SELECT_BLOCKED = `
  select pid from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Tests in one file share a database, because creating one takes longer than emptying it. */
let emptied: Promise<string> | undefined;

const EMPTY = `
  do $$
  begin
    if to_regclass('data_requirements') is not null then
      truncate data_requirements, request_notifications, request_lock;
    end if;
  end $$`;

async function createPostgres(): Promise<string> {
  const owner = inject("postgresUrl") ?? "";
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await queryPostgres(owner, `create database ${name}`);
  return Object.assign(new URL(owner), { pathname: name }).href;
}

async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
}
