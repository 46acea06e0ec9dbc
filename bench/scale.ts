/**
 * `npm run bench:scale`: durable inserts a second of 1, 2 and 4 server processes that share one
 * SQLite file, and one PostgreSQL. Prints a table, and draws it (`-- --plot FILE`). Ends with 1 when
 * an acknowledged request is not stored.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { PostgresStore } from "../server/postgres-store.ts";
import { SqliteStore } from "../server/sqlite-store.ts";
import type { RequestStore } from "../server/store.ts";
import { startPostgres } from "../test-support/postgres.ts";
import { install, type RunningServer } from "../test-support/process.ts";
import { percentile, runLoad } from "./insert-load.ts";
import { drawScale, type Point } from "./scale-plot.ts";

const { values: asked } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "2" },
    plot: { type: "string", default: ".cache/scale.svg" },
  },
});
const SECONDS = Number(asked.seconds);
const ROUNDS = Number(asked.rounds);
const PROCESSES = [1, 2, 4];
const CONNECTIONS = 64;

const installation = install();
const cluster = await startPostgres({ durable: true });
if (typeof cluster === "string") throw new Error(cluster);
await cluster.createDatabase("shared");
const folder = join(installation.folder, "data");

type Home = { store: RequestStore; servers: RunningServer[]; acknowledged: number };
const homes: Record<string, Home> = {
  SQLite: await startHome({ DATA_DIR: folder }, new SqliteStore(join(folder, "requests.sqlite"))),
  PostgreSQL: await startHome(
    { DATABASE_URL: cluster.url("shared") },
    new PostgresStore(cluster.url("shared")),
  ),
};

const measured = new Map<string, Point[]>();
// Turn by turn, so that a busy moment of the machine meets all alike. Round 0 warms up.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const processes of PROCESSES) {
    for (const [name, home] of Object.entries(homes)) {
      const point = await measure(home, processes, `${name}-${processes}-${round}`);
      const key = `${name} ${processes}`;
      if (round > 0) measured.set(key, [...(measured.get(key) ?? []), { ...point, name }]);
    }
  }
}
const points = [...measured.values()].map(middle);

const machine = `${cpus()[0]?.model.trim() ?? "processor"}, ${availableParallelism()} cores`;
console.log(`${machine}; ${cluster.version}; ${CONNECTIONS} connections, all on one machine`);
console.table(
  points.map(({ name, processes, rate, p50, p99 }) => ({
    store: name,
    processes,
    "inserts/s": Math.round(rate),
    "p50 ms": Math.round(p50 * 10) / 10,
    "p99 ms": Math.round(p99 * 10) / 10,
  })),
);
for (const [name, { store, acknowledged }] of Object.entries(homes)) {
  const stored = await store.desk.count();
  const kept = stored >= acknowledged;
  console.log(`${kept ? "ok  " : "FAIL"} ${name}: ${acknowledged} acknowledged, ${stored} stored`);
  if (!kept) process.exitCode = 1;
}
writeFileSync(asked.plot, drawScale(points, machine));
console.log(`Drawn to ${asked.plot}`);

for (const { servers, store } of Object.values(homes)) {
  for (const server of servers) await server.stop();
  await store.close();
}
await cluster.stop();
installation.remove();

async function startHome(env: NodeJS.ProcessEnv, store: RequestStore): Promise<Home> {
  const servers: RunningServer[] = [];
  for (let count = 0; count < Math.max(...PROCESSES); count += 1) {
    servers.push(await installation.start(env));
  }
  return { store, servers, acknowledged: 0 };
}

async function measure(
  home: Home,
  processes: number,
  prefix: string,
): Promise<Omit<Point, "name">> {
  const urls = home.servers.slice(0, processes).map(({ url }) => `${url}/rest/v1`);
  const signal = AbortSignal.timeout(SECONDS * 1000);
  const { latencies, acknowledged, seconds } = await runLoad(urls, CONNECTIONS, prefix, signal);
  home.acknowledged += acknowledged.length;
  return {
    processes,
    rate: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** The round whose rate is in the middle. */
function middle(rounds: Point[]): Point {
  const sorted = rounds.toSorted((a, b) => a.rate - b.rate);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error("nothing was measured");
  return found;
}
