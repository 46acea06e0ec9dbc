/**
 * `npm run bench:faults`: does what breaks stores, and counts what is missing afterwards. Ends with
 * 1 when an acknowledged request is missing or one is stored twice.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { PostgresStore } from "../server/postgres-store.ts";
import { SqliteStore } from "../server/sqlite-store.ts";
import type { RequestStore } from "../server/store.ts";
import { listRows } from "../test-support/homes.ts";
import { startPostgres } from "../test-support/postgres.ts";
import { install, type RunningServer } from "../test-support/process.ts";
import { createRandom } from "../test-support/seeded-random.ts";
import { submitRequest } from "../site/request/submit-request.ts";
import { startFaultyProxy } from "./faulty-proxy.ts";
import { InsertConnection } from "./insert-connection.ts";
import { runLoad, SAMPLE } from "./insert-load.ts";
import { promise } from "./promise.ts";

const SEED = 20_261_120;
const KILLS = 100;
const SUBMISSIONS = 2_000;
const FAULT_SHARE = 0.3;
const SHARED_SECONDS = 5;

const installation = install();
await killUnderLoad();
await submitThroughFaults();
await shareOneFile();
await shareOnePostgres();
await fillTheDisk();
rmSync(installation.folder, { recursive: true });

async function killUnderLoad(): Promise<void> {
  const random = createRandom(SEED);
  const data = join(installation.folder, "killed");
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const server = await installation.start({ DATA_DIR: data });
    const stop = new AbortController();
    const load = runLoad([`${server.url}/rest/v1`], 8, `kill-${round}`, stop.signal);
    await delay(20 + random() * 180);
    await server.stop("SIGKILL");
    stop.abort();
    acknowledged.push(...(await load).acknowledged);
  }
  await account(`kill -9 under load, ${KILLS} rounds, seed ${SEED}`, sqliteIn(data), acknowledged);
}

async function submitThroughFaults(): Promise<void> {
  const data = join(installation.folder, "proxied");
  const server = await installation.start({ DATA_DIR: data });
  const proxy = await startFaultyProxy(server.url, FAULT_SHARE, createRandom(SEED));
  const random = createRandom(SEED);
  const acknowledged: string[] = [];
  let askedAgain = 0;
  const visit = async (visitor: number) => {
    const idempotencyKey = `visitor-${visitor}`;
    const options = { idempotencyKey, random, wait: (ms: number) => delay(ms / 50) };
    for (;;) {
      const outcome = await submitRequest(SAMPLE, { url: `${proxy.url}/rest/v1` }, options);
      if (outcome.kind === "stored") break;
      // The page says it failed and keeps the draft and its key; the visitor presses the button.
      askedAgain += 1;
    }
    acknowledged.push(idempotencyKey);
  };
  let next = 0;
  const visitors = Array.from({ length: 20 }, async () => {
    while (next < SUBMISSIONS) await visit(next++);
  });
  await Promise.all(visitors);
  const faults = [...proxy.faults].map(([fault, count]) => `${fault} ${count}`).join(", ");
  console.log(`faults: ${faults}; visitors pressed again ${askedAgain} times`);
  await proxy.stop();
  await server.stop();
  const what = `${SUBMISSIONS} submissions through ${FAULT_SHARE * 100} % faults, seed ${SEED}`;
  const rows = await account(what, sqliteIn(data), acknowledged);
  promise(rows === SUBMISSIONS, `exactly ${SUBMISSIONS} rows: ${rows}`);
}

async function shareOneFile(): Promise<void> {
  const data = join(installation.folder, "shared");
  const servers = [
    await installation.start({ DATA_DIR: data }),
    await installation.start({ DATA_DIR: data }),
  ];
  const acknowledged = await loadAll(servers);
  await account("2 servers on one SQLite file", sqliteIn(data), acknowledged);
}

async function shareOnePostgres(): Promise<void> {
  const cluster = await startPostgres({ durable: true });
  if (typeof cluster === "string") {
    console.log(`skip 3 servers on one PostgreSQL: ${cluster}`);
    return;
  }
  const env = { DATABASE_URL: cluster.url() };
  // At once, so that they race to make the tables.
  const servers = await Promise.all([1, 2, 3].map(() => installation.start(env)));
  const acknowledged = await loadAll(servers);
  const store = new PostgresStore(cluster.url());
  await account("3 servers on one PostgreSQL", store, acknowledged);
  await cluster.stop();
}

async function loadAll(servers: RunningServer[]): Promise<string[]> {
  const urls = servers.map(({ url }) => `${url}/rest/v1`);
  const load = await runLoad(urls, 24, "shared", AbortSignal.timeout(SHARED_SECONDS * 1000));
  for (const server of servers) await server.stop();
  const statuses = [...load.statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  console.log(`answers ${statuses}`);
  return load.acknowledged;
}

async function fillTheDisk(): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), "site-disk-"));
  const mount = ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk];
  if (spawnSync("mount", mount, { stdio: "ignore" }).status !== 0) {
    console.log("skip the full disk: only root may mount a small one");
    return;
  }
  const data = join(disk, "data");
  mkdirSync(data);
  const server = await installation.start({ DATA_DIR: data });
  const connection = new InsertConnection(`${server.url}/rest/v1`);
  const acknowledged: string[] = [];
  const insert = async (key: string) => {
    const status = await connection.insert(SAMPLE, key);
    if (status === 201) acknowledged.push(key);
    return status;
  };
  await insert("before");
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - 64 * 1024));
  let refused: number | null = 201;
  for (let index = 0; refused === 201; index += 1) refused = await insert(`filling-${index}`);
  promise(refused === 503, `the disk full: an insert is answered ${String(refused)}`);
  await delay(1_100);
  const health = await fetch(`${server.url}/health`);
  promise(health.status === 503, `the disk full: health is ${health.status}`);
  promise((await fetch(server.url)).ok, "the disk full: the site is served");
  rmSync(join(disk, "filler"));
  const again = await insert("after");
  promise(
    again === 201,
    `the disk freed: an insert is answered ${String(again)}, without a restart`,
  );
  connection.close();
  await server.stop();
  await account("a disk filled and freed", sqliteIn(data), acknowledged);
  spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true });
}

function sqliteIn(data: string): RequestStore {
  return new SqliteStore(join(data, "requests.sqlite"));
}

/** Counts what is stored against what was acknowledged, and closes the store; the rows stored. */
async function account(what: string, store: RequestStore, acknowledged: string[]): Promise<number> {
  const keys = (await listRows(store)).map((row) => row.idempotency_key);
  await store.close();
  const stored = new Set(keys);
  const missing = acknowledged.filter((key) => !stored.has(key)).length;
  const twice = keys.length - stored.size;
  promise(
    missing === 0 && twice === 0,
    `${what}: ${acknowledged.length} acknowledged, ${missing} missing, ${twice} twice ` +
      `(${keys.length} rows)`,
  );
  return keys.length;
}
