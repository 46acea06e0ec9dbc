/**
 * `npm run bench:load`: inserts a second on each store beside PostgREST, then ten times that rate,
 * and the memory of our server. The last run is kept in results-load.txt.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { startSite } from "../e2e/support/site-server.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import { openPostgres, startPostgres } from "../test-support/postgres.ts";
import { startPostgrest } from "../test-support/postgrest.ts";
import { buildIfStale } from "../tools/build-if-stale.ts";
import * as load from "./load-runs.ts";
import { makeReport, toMarkdown, toTable, writeResults } from "./report.ts";
import { round } from "./statistics.ts";

await buildIfStale();
const cluster = await startPostgres({ durable: true });
if (typeof cluster === "string") throw new Error(cluster);
await cluster.createDatabase("served");
await cluster.createDatabase("hosted");
for (const file of globSync("supabase/migrations/*.sql").toSorted()) {
  await cluster.run(readFileSync(file, "utf8"), "hosted");
}
const postgrest = await startPostgrest(cluster, "hosted");
if (typeof postgrest === "string") throw new Error(postgrest);
const onSqlite = await startSite();
const onPostgres = await startSite({ DATABASE_URL: cluster.url("served") });

const rates = await load.compareRates({
  "our server on SQLite": `${onSqlite.origin}/rest/v1`,
  "our server on PostgreSQL": `${onPostgres.origin}/rest/v1`,
  "PostgREST on PostgreSQL": postgrest.url,
});
const [sqlite, postgres, reference] = rates;
if (!sqlite || !postgres || !reference) throw new Error("A backend stored nothing.");
const sqliteStore = openSqliteStore(join(onSqlite.dataFolder, "requests.sqlite"));
const postgresStore = openPostgres(cluster.url("served"));
const overloads = [
  await load.measureOverload(sqlite, onSqlite, sqliteStore),
  await load.measureOverload(postgres, onPostgres, postgresStore),
];
for (const store of [sqliteStore, postgresStore]) await store.close();
for (const program of [onSqlite, onPostgres, postgrest, cluster]) await program.stop();

const worst = (part: (one: load.Overload) => number) => Math.max(...overloads.map(part));
const report = makeReport({
  sqliteRatio: round(sqlite.perSecond / reference.perSecond, 1),
  postgresRatio: round(postgres.perSecond / reference.perSecond, 1),
  lostInserts: worst(({ lost }) => lost),
  failedInserts: worst(({ failed }) => failed),
  overloadInsert: round(
    worst(({ keptAlive, newConnections }) => Math.max(keptAlive.p99, newConnections.p99)),
  ),
  overloadPage: round(worst(({ pageP99 }) => pageP99)),
  overloadHealth: round(worst(({ healthP99 }) => healthP99)),
  memoryLoaded: worst(({ memory }) => memory.before),
  memoryPeak: worst(({ memory }) => memory.peak),
});
const rows: [string, (one: load.Overload) => string][] = [
  ["inserts sent", ({ sent }) => String(sent)],
  ["accepted", ({ acknowledged }) => String(acknowledged.length)],
  ["rejected with 503 or 429", ({ rejected, sent }) => `${round((100 * rejected) / sent, 1)} %`],
  ["accepted, kept-alive: p50, p99", ({ keptAlive: { p50, p99 } }) => `${ms(p50)}, ${ms(p99)}`],
  ["accepted, new: p50, p99", ({ newConnections: { p50, p99 } }) => `${ms(p50)}, ${ms(p99)}`],
  ["the generator's own delay in these: p99", ({ generatorDelayP99 }) => ms(generatorDelayP99)],
  ["`GET /` on a new connection: p99", ({ pageP99 }) => ms(pageP99)],
  ["`GET /health` on a new connection: p99", ({ healthP99 }) => ms(healthP99)],
  ["memory before, and at its peak", ({ memory }) => `${memory.before} MB, ${memory.peak} MB`],
];
const text = [
  `\`npm run bench:load\`, ${report.date}, ${report.machine}, ${cluster.version}; all on one machine.`,
  `${load.CONNECTIONS} kept-alive connections, ${load.ROUNDS} rounds of ${load.ROUND_SECONDS} s, the best of each:`,
  toTable(
    ["backend", "inserts/s", "p50", "p99"],
    rates.map(({ name, perSecond, p50, p99 }) => [name, round(perSecond), ms(p50), ms(p99)]),
  ),
  `${load.OVERLOAD} times as many for ${load.OVERLOAD_SECONDS} s, ${load.OVERLOAD_CONNECTIONS} connections, ` +
    "half of them kept alive, half new for each insert:",
  toTable(
    ["overload", ...overloads.map(({ name }) => name)],
    rows.map(([label, show]) => [label].concat(overloads.map(show))),
  ),
  toMarkdown(report),
].join("\n\n");
console.log(text);
await writeResults("results-load.txt", text);
process.exitCode = report.rows.every(({ met }) => met) ? 0 : 1;

function ms(milliseconds: number): string {
  return `${round(milliseconds, 1)} ms`;
}
