import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { openPostgres } from "../test-support/postgres.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { ListedRequirement, RequestStore, StoreOptions } from "../server/store/store.ts";
import { startPostgres, type PostgresCluster } from "./postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { buildTestApp } from "./server.ts";

/** A backend that speaks PostgREST, and its rows. */
export type Backend = {
  name: "our server on SQLite" | "our server on PostgreSQL" | "PostgREST";
  /** Ends before the table's name. */
  rest: string;
  /** What is stored, newest first. */
  rows(): Promise<ListedRequirement[]>;
  /** Runs SQL as the database's owner. */
  run(sql: string): unknown;
  stop(): Promise<void>;
};

/** An origin that the backends allow. */
export const ALLOWED_ORIGIN = "https://site.example";

const CHANNELS: StoreOptions = { channels: ["webhook"] };

export type Backends = { backends: Backend[]; missing: string | null; stop: () => Promise<void> };

/** Starts every backend that this machine can run; `missing` is the reason why one is not there. */
export async function startBackends(): Promise<Backends> {
  const backends = [await startSqliteBackend()];
  const stopBackends = async () => {
    for (const backend of backends) await backend.stop();
  };
  const cluster = await startPostgres();
  if (typeof cluster === "string") return { backends, missing: cluster, stop: stopBackends };
  await cluster.createDatabase("served");
  const served = openPostgres(cluster.url("served"), CHANNELS);
  backends.push({
    ...(await serve("our server on PostgreSQL", served)),
    run: (sql) => cluster.run(sql, "served"),
  });
  await cluster.createDatabase("hosted");
  const hosted = await startHostedBackend(cluster);
  if (typeof hosted !== "string") backends.push(hosted);
  return {
    backends,
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
  for await (const row of store.requirements.list({})) rows.push(row);
  return rows;
}

async function startSqliteBackend(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), "site-sqlite-"));
  const file = join(folder, "r.sqlite");
  const backend = await serve("our server on SQLite", openSqliteStore(file, CHANNELS));
  return {
    ...backend,
    run(sql) {
      const database = new DatabaseSync(file, { timeout: 5_000 });
      database.exec(sql.replaceAll(/(private|public)\./g, ""));
      database.close();
    },
    async stop() {
      await backend.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startHostedBackend(cluster: PostgresCluster): Promise<Backend | string> {
  const store = openPostgres(cluster.url("hosted"), CHANNELS);
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
    run: (sql) => cluster.run(sql, "hosted"),
    async stop() {
      await postgrest.stop();
      await store.close();
    },
  };
}

async function serve(name: Backend["name"], store: RequestStore): Promise<Omit<Backend, "run">> {
  const app = await buildTestApp(store, { config: { allowedOrigins: [ALLOWED_ORIGIN] } });
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
