import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PostgresStore } from "../server/postgres-store.ts";
import { SqliteStore } from "../server/sqlite-store.ts";
import type { DeskRow, RequestStore } from "../server/store.ts";
import { startPostgres, type PostgresCluster } from "./postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { buildTestApp } from "./server.ts";

/** One of the three places a request may go to: an address that speaks PostgREST, and its rows. */
export type Home = {
  name: "our server on SQLite" | "our server on PostgreSQL" | "PostgREST";
  /** Ends before the table's name. */
  rest: string;
  /** What is stored, newest first. */
  rows(): Promise<DeskRow[]>;
  stop(): Promise<void>;
};

/** The origin that the homes let in. */
export const FRIENDLY_ORIGIN = "https://site.example";

export type Homes = { homes: Home[]; missing: string | null; stop: () => Promise<void> };

/** Starts every home that this machine can hold; `missing` says in words why one is not there. */
export async function startHomes(): Promise<Homes> {
  const homes = [await startSqliteHome()];
  const stopHomes = async () => {
    for (const home of homes) await home.stop();
  };
  const cluster = await startPostgres();
  if (typeof cluster === "string") return { homes, missing: cluster, stop: stopHomes };
  await cluster.createDatabase("served");
  homes.push(await serve("our server on PostgreSQL", new PostgresStore(cluster.url("served"))));
  await cluster.createDatabase("hosted");
  const hosted = await startHostedHome(cluster);
  if (typeof hosted !== "string") homes.push(hosted);
  return {
    homes,
    missing: typeof hosted === "string" ? hosted : null,
    async stop() {
      await stopHomes();
      await cluster.stop();
    },
  };
}

/** Everything a store holds, newest first. */
export async function listRows(store: RequestStore): Promise<DeskRow[]> {
  const rows: DeskRow[] = [];
  for await (const row of store.desk.list()) rows.push(row);
  return rows;
}

async function startSqliteHome(): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  const home = await serve("our server on SQLite", new SqliteStore(join(folder, "r.sqlite")));
  return {
    ...home,
    async stop() {
      await home.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startHostedHome(cluster: PostgresCluster): Promise<Home | string> {
  const store = new PostgresStore(cluster.url("hosted"));
  // Applies the migration, as the Supabase CLI would.
  await store.check();
  const postgrest = await startPostgrest(cluster, "hosted");
  if (typeof postgrest === "string") {
    await store.close();
    return postgrest;
  }
  return {
    name: "PostgREST",
    rest: postgrest.url,
    rows: () => listRows(store),
    async stop() {
      await postgrest.stop();
      await store.close();
    },
  };
}

async function serve(name: Home["name"], store: RequestStore): Promise<Home> {
  const app = await buildTestApp(store, { environment: { allowedOrigins: [FRIENDLY_ORIGIN] } });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    name,
    rest: `${origin}/rest/v1`,
    rows: () => listRows(store),
    async stop() {
      await app.close();
      await store.close();
    },
  };
}
