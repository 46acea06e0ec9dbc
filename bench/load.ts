/**
 * `npm run bench:load [-- --save]`: measures inserts a second on each store beside PostgREST, then
 * whether every acknowledged insert is stored after an overload and a kill.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { RequestStore } from "../server/store/store.ts";
import { openPostgres, startPostgres } from "../test-support/postgres.ts";
import { startPostgrest } from "../test-support/postgrest.ts";
import { listRows } from "../test-support/rows.ts";
import { startSite, type SiteServer } from "../test-support/site-server.ts";
import { buildSite } from "../tools/build.ts";
import type { LoadPlan, LoadResult } from "./load-generator.ts";
import { report, type Measure } from "./report.ts";

const ROUNDS = 4;
const SECONDS = 3;
const CONNECTIONS = 32;
const OVERLOAD_CONNECTIONS = 600;

buildSite();
const cluster = await startPostgres({ durable: true });
await cluster.createDatabase("served");
await cluster.createDatabase("hosted");
const hosted = openPostgres(cluster.url("hosted"));
// Applies the migrations, as the Supabase CLI would.
await hosted.check();
await hosted.close();
await cluster.run("update private.insert_limits set all_per_minute = null", "hosted");
const postgrest = await startPostgrest(cluster.url("hosted"));
const onSqlite = await startSite();
const onPostgres = await startSite({ DATABASE_URL: cluster.url("served") });

const backends = [
  { name: "our server on SQLite", url: `${onSqlite.origin}/rest/v1`, best: 0 },
  { name: "our server on PostgreSQL", url: `${onPostgres.origin}/rest/v1`, best: 0 },
  { name: "PostgREST on PostgreSQL", url: postgrest.url, best: 0 },
];
// In turn, and the best round of each: other programs on the machine can only slow one down.
for (let round = 0; round < ROUNDS; round += 1) {
  for (const backend of backends) {
    const { perSecond } = await generateLoad({
      url: backend.url,
      connections: CONNECTIONS,
      seconds: SECONDS,
      keyPrefix: `round-${round}`,
    });
    backend.best = Math.max(backend.best, perSecond);
  }
}
const sqliteStore = openSqliteStore(join(onSqlite.dataFolder, "requests.sqlite"));
const postgresStore = openPostgres(cluster.url("served"));
const measures = [
  ...backends.map(({ name, best }) => ({ label: `Inserts a second, ${name}`, value: best })),
  ...(await overloadAndKill("SQLite", onSqlite, sqliteStore)),
  ...(await overloadAndKill("PostgreSQL", onPostgres, postgresStore)),
];
for (const store of [sqliteStore, postgresStore]) await store.close();
for (const program of [onSqlite, onPostgres, postgrest, cluster]) await program.stop();
await report("npm run bench:load", `${cluster.version}, all on one machine`, measures);

/** Inserts as fast as many connections can, and kills the server in the middle of it. */
async function overloadAndKill(
  database: string,
  server: SiteServer,
  store: RequestStore,
): Promise<Measure[]> {
  const load = generateLoad({
    url: `${server.origin}/rest/v1`,
    connections: OVERLOAD_CONNECTIONS,
    seconds: 2 * SECONDS,
    keyPrefix: "overload",
  });
  await delay(SECONDS * 1_000);
  await server.kill();
  const { acknowledged } = await load;
  const stored = new Set((await listRows(store)).map((row) => row.idempotency_key));
  return [
    {
      label: `Overload on ${database}: acknowledged before the kill`,
      value: acknowledged.length,
      atLeast: 1,
    },
    {
      label: `Overload on ${database}: of these missing after the kill`,
      value: acknowledged.filter((key) => !stored.has(key)).length,
      atMost: 0,
    },
  ];
}

async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const generator = fileURLToPath(new URL("load-generator.ts", import.meta.url));
  const args = [generator, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  return JSON.parse(stdout) as LoadResult;
}
