import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openPostgres } from "../test-support/postgres.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { ListedRequirement, RequestStore } from "../server/store/store.ts";
import { startPostgres, type PostgresCluster } from "./postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { buildTestApp } from "./server.ts";

/** One of the three places a request may go to: an address that speaks PostgREST, and its rows. */
export type Backend = {
  name: "our server on SQLite" | "our server on PostgreSQL" | "PostgREST";
  /** Ends before the table's name. */
  rest: string;
  /** What is stored, newest first. */
  rows(): Promise<ListedRequirement[]>;
  stop(): Promise<void>;
};

/** The origin that the homes let in. */
export const FRIENDLY_ORIGIN = "https://site.example";

export type Backends = { homes: Backend[]; missing: string | null; stop: () => Promise<void> };

/** Starts every home that this machine can hold; `missing` says in words why one is not there. */
export async function startBackends(): Promise<Backends> {
  const homes = [await startSqliteHome()];
  const stopBackends = async () => {
    for (const home of homes) await home.stop();
  };
  const cluster = await startPostgres();
  if (typeof cluster === "string") return { homes, missing: cluster, stop: stopBackends };
  await cluster.createDatabase("served");
  homes.push(await serve("our server on PostgreSQL", openPostgres(cluster.url("served"))));
  await cluster.createDatabase("hosted");
  const hosted = await startHostedHome(cluster);
  if (typeof hosted !== "string") homes.push(hosted);
  return {
    homes,
    missing: typeof hosted === "string" ? hosted : null,
    async stop() {
      await stopBackends();
      await cluster.stop();
    },
  };
}

/** Everything a store holds, newest first. */
export async function listRows(store: RequestStore): Promise<ListedRequirement[]> {
  const rows: ListedRequirement[] = [];
  for await (const row of store.requirements.list()) rows.push(row);
  return rows;
}

async function startSqliteHome(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  const home = await serve("our server on SQLite", openSqliteStore(join(folder, "r.sqlite")));
  return {
    ...home,
    async stop() {
      await home.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startHostedHome(cluster: PostgresCluster): Promise<Backend | string> {
  const store = openPostgres(cluster.url("hosted"));
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

async function serve(name: Backend["name"], store: RequestStore): Promise<Backend> {
  const app = await buildTestApp(store, { config: { allowedOrigins: [FRIENDLY_ORIGIN] } });
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
