import { afterAll } from "vitest";

import type { ListedRequirement, RequirementStore } from "../server/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./databases.ts";
import { openPostgres, type PostgresCluster } from "./postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { listRows } from "./rows.ts";
import { buildTestApp } from "./server.ts";

/** A backend that speaks PostgREST, and its rows. */
export type Backend = {
  name: "our server on SQLite" | "our server on PostgreSQL" | "PostgREST";
  /** Ends before the table's name. */
  rest: string;
  /** What is stored, newest first. */
  rows: () => Promise<ListedRequirement[]>;
  /** Runs SQL as the database's owner. */
  run: (sql: string) => Promise<unknown>;
};

/** An origin that the backends allow. */
export const ALLOWED_ORIGIN = "https://site.example";

/** Every backend that this machine can run, for the tests of one file. */
export async function startBackends(): Promise<Backend[]> {
  const { databases, cluster } = await startTestDatabases();
  const backends = await Promise.all(databases.map(serve));
  const hosted = cluster && (await startHostedBackend(cluster));
  return hosted ? [...backends, hosted] : backends;
}

async function serve({ name, open, run }: TestDatabase): Promise<Backend> {
  const store = open(["webhook"]);
  const app = await buildTestApp(store, { config: { allowedOrigins: [ALLOWED_ORIGIN] } });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  afterAll(async () => {
    await app.close();
    await store.close();
  });
  return {
    name: `our server on ${name}`,
    rest: `${origin}/rest/v1`,
    rows: () => listRows(store),
    run,
  };
}

async function startHostedBackend(cluster: PostgresCluster): Promise<Backend | null> {
  await cluster.createDatabase("hosted");
  const store: RequirementStore = openPostgres(cluster.url("hosted"), { channels: ["webhook"] });
  afterAll(() => store.close());
  // Applies the migration, as the Supabase CLI would.
  await store.check();
  const postgrest = await startPostgrest(cluster, "hosted");
  if (typeof postgrest === "string") {
    process.stdout.write(`Skipped: ${postgrest}.\n`);
    return null;
  }
  afterAll(() => postgrest.stop());
  return {
    name: "PostgREST",
    rest: postgrest.url,
    rows: () => listRows(store),
    run: (sql) => cluster.run(sql, "hosted"),
  };
}
