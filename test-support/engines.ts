import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { inject } from "vitest";

import { databaseFile } from "../server/store/open-database.ts";
import type { RequestRow } from "../server/store/rows.ts";
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
    await query(url, EMPTY);
    return toTestDatabase(url, { DATABASE_URL: url }, async () => {});
  }
  const folder = mkdtempSync(join(tmpdir(), "site-data-"));
  return toTestDatabase(databaseFile(folder), { DATA_DIR: folder }, async () =>
    rmSync(folder, { recursive: true }),
  );
}

function toTestDatabase(
  location: string,
  /** The server's and the command's variables for this database. */
  variables: NodeJS.ProcessEnv,
  remove: () => Promise<void>,
) {
  const stores: RequestStore[] = [];
  const open = (options: StoreOptions = {}) => {
    const store = new RequestStore(location, options);
    stores.push(store);
    return store;
  };
  return {
    location,
    variables,
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

/** Tests in one file share a database, because creating one takes longer than emptying it. */
let emptied: Promise<string> | undefined;

const EMPTY = `
  do $$
  begin
    if to_regclass('data_requirements') is not null then
      truncate data_requirements, request_notifications, request_channels;
    end if;
  end $$`;

async function createPostgres(): Promise<string> {
  const owner = inject("postgresUrl") ?? "";
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await query(owner, `create database ${name}`);
  return Object.assign(new URL(owner), { pathname: name }).href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
