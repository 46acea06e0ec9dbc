/**
 * `npm run bench:load`: durable inserts a second on each home, side by side on this machine, and
 * ten times more than our server can hold. Ends with 1 when a promise is not kept.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { PostgresStore } from "../server/postgres-store.ts";
import { SqliteStore } from "../server/sqlite-store.ts";
import { listRows } from "../test-support/homes.ts";
import { startPostgres } from "../test-support/postgres.ts";
import { startPostgrest } from "../test-support/postgrest.ts";
import { install, type RunningServer } from "../test-support/process.ts";
import { percentile, runLoad, runOpenLoad, type LoadResult } from "./insert-load.ts";
import { promise } from "./promise.ts";

const ROUNDS = 3;
const ROUND_SECONDS = 4;
const CONNECTIONS = 32;
const OVERLOAD = 10;
const OVERLOAD_SECONDS = 8;
const MOST_MEMORY_MB = 512;

const installation = install();
const sqliteFolder = join(installation.folder, "data");
const cluster = await startPostgres({ durable: true });
if (typeof cluster === "string") throw new Error(cluster);
await cluster.createDatabase("served");
await cluster.createDatabase("hosted");
const hosted = new PostgresStore(cluster.url("hosted"));
await hosted.check();
const postgrest = await startPostgrest(cluster, "hosted");
if (typeof postgrest === "string") throw new Error(postgrest);
const onSqlite = await installation.start({ DATA_DIR: sqliteFolder });
const onPostgres = await installation.start({ DATABASE_URL: cluster.url("served") });

console.log(`${cluster.version}; ${CONNECTIONS} connections, median of ${ROUNDS} rounds`);
const homes = {
  "our server on SQLite": `${onSqlite.url}/rest/v1`,
  "our server on PostgreSQL": `${onPostgres.url}/rest/v1`,
  "PostgREST on PostgreSQL": postgrest.url,
};
const results = new Map<string, LoadResult[]>();
// Turn by turn, so that a busy moment of the machine meets all alike. Round 0 warms up.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, url] of Object.entries(homes)) {
    const signal = AbortSignal.timeout(ROUND_SECONDS * 1000);
    const result = await runLoad([url], CONNECTIONS, `${name}-${round}`, signal);
    if (round > 0) results.set(name, [...(results.get(name) ?? []), result]);
  }
}
const rates = new Map<string, number>();
const table = [...results].map(([name, rounds]) => {
  const rate = median(rounds.map(({ latencies, seconds }) => latencies.length / seconds));
  rates.set(name, rate);
  return {
    home: name,
    "inserts/s": Math.round(rate),
    "p50 ms": round1(median(rounds.map(({ latencies }) => percentile(latencies, 0.5)))),
    "p99 ms": round1(median(rounds.map(({ latencies }) => percentile(latencies, 0.99)))),
  };
});
console.table(table);
const [sqlite = 0, postgres = 0, reference = 1] = rates.values();
promise(
  sqlite >= 2 * reference,
  `SQLite holds ${round1(sqlite / reference)} times PostgREST (at least 2)`,
);
promise(
  postgres >= reference,
  `PostgreSQL holds ${round1(postgres / reference)} times PostgREST (at least 1)`,
);

await overload(
  "SQLite",
  onSqlite,
  sqlite,
  () => new SqliteStore(join(sqliteFolder, "requests.sqlite")),
);
await overload("PostgreSQL", onPostgres, postgres, () => new PostgresStore(cluster.url("served")));

await onSqlite.stop();
await onPostgres.stop();
await postgrest.stop();
await hosted.close();
await cluster.stop();
rmSync(installation.folder, { recursive: true });

async function overload(
  name: string,
  server: RunningServer,
  capacity: number,
  open: () => SqliteStore | PostgresStore,
): Promise<void> {
  const rate = Math.round(capacity * OVERLOAD);
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, memoryMb(server.child.pid))), 100);
  const result = await runOpenLoad(`${server.url}/rest/v1`, {
    rate,
    connections: 1_500,
    seconds: OVERLOAD_SECONDS,
  });
  clearInterval(watch);
  const { acknowledged, statuses, unsent, latencies } = result;
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${name}, ${rate} inserts/s due for ${OVERLOAD_SECONDS} s: ${sent} sent, ${unsent} found all ` +
      `1,500 connections waiting; answers ${[...statuses].map(([status, n]) => `${status}: ${n}`).join(", ")}; ` +
      `p99 of those stored, connecting included, ${round1(percentile(latencies, 0.99))} ms; memory at most ${memory} MB`,
  );
  const store = open();
  const stored = new Set((await listRows(store)).map((row) => row.idempotency_key));
  await store.close();
  const missing = acknowledged.filter((key) => !stored.has(key)).length;
  promise(server.child.exitCode === null, `${name}: the server is up`);
  promise((await fetch(`${server.url}/health`)).ok, `${name}: and healthy`);
  promise(
    missing === 0,
    `${name}: ${acknowledged.length} acknowledged, ${missing} of them missing`,
  );
  promise(memory <= MOST_MEMORY_MB, `${name}: memory stayed under ${MOST_MEMORY_MB} MB`);
  const others = [...statuses.keys()].filter((status) => ![201, 429, 503].includes(Number(status)));
  promise(others.length === 0, `${name}: every answer is 201, 429 or 503`);
}

function memoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

function median(values: number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
