import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { request } from "undici";

import type { SiteServer } from "../e2e/support/site-server.ts";
import { listRows } from "../test-support/backends.ts";
import type { RequestStore } from "../server/store/store.ts";
import type { LoadPlan, LoadResult } from "./load-generator.ts";
import { percentile } from "./statistics.ts";

export const ROUNDS = 5;
export const ROUND_SECONDS = 3;
export const CONNECTIONS = 32;

/** Multiple of the highest rate that a server sustains, and for how many seconds it is sent. */
export const OVERLOAD = 10;
export const OVERLOAD_SECONDS = 10;
/** Half stay open, half are new for each insert. The server accepts 2,000. */
export const OVERLOAD_CONNECTIONS = 1_500;

export type Rate = { name: string; perSecond: number; p50: number; p99: number };

/** What a server did under the overload; times in milliseconds, memory in MB. */
export type Overload = Awaited<ReturnType<typeof measureOverload>>;

/**
 * The best round of each backend, in turn: other programs on the machine can only slow one down.
 * Round 0 warms up.
 */
export async function compareRates(backends: Record<string, string>): Promise<Rate[]> {
  const best = new Map<string, Rate>();
  for (let count = 0; count <= ROUNDS; count += 1) {
    for (const [name, url] of Object.entries(backends)) {
      const { acknowledged, seconds, keptAlive } = await generateLoad({
        url,
        keptAlive: CONNECTIONS,
        newConnections: 0,
        seconds: ROUND_SECONDS,
        keyPrefix: `round-${count}`,
      });
      const perSecond = acknowledged.length / seconds;
      if (count === 0 || perSecond < (best.get(name)?.perSecond ?? 0)) continue;
      best.set(name, { name, perSecond, ...keptAlive });
    }
  }
  return [...best.values()];
}

/** Sends a server `OVERLOAD` times its rate, and requests the page and its health meanwhile. */
export async function measureOverload(
  { name, perSecond }: Rate,
  server: SiteServer,
  store: RequestStore,
) {
  const before = readMemory(server, "VmRSS");
  const over = new AbortController();
  const probes = ["/", "/health"].map((path) => probe(server.origin + path, over.signal));
  const result = await generateLoad({
    url: `${server.origin}/rest/v1`,
    keptAlive: OVERLOAD_CONNECTIONS / 2,
    newConnections: OVERLOAD_CONNECTIONS / 2,
    rate: Math.round(perSecond * OVERLOAD),
    seconds: OVERLOAD_SECONDS,
    keyPrefix: "overload",
  });
  over.abort();
  const [pageP99 = NaN, healthP99 = NaN] = await Promise.all(probes);

  const { acknowledged, statuses } = result;
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const rejected = (statuses["503"] ?? 0) + (statuses["429"] ?? 0);
  const stored = new Set((await listRows(store)).map((row) => row.idempotency_key));
  return {
    ...result,
    name,
    sent,
    rejected,
    /** Neither stored nor rejected with 503 or 429. */
    failed: sent - rejected - acknowledged.length,
    /** Acknowledged, and not in the store. */
    lost: acknowledged.filter((key) => !stored.has(key)).length,
    pageP99,
    healthP99,
    memory: { before, peak: readMemory(server, "VmHWM") },
  };
}

async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const generator = fileURLToPath(new URL("load-generator.ts", import.meta.url));
  const args = [generator, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  return JSON.parse(stdout) as LoadResult;
}

/** 99th percentile of a GET on a new connection, in milliseconds; Infinity without a response. */
async function probe(url: string, over: AbortSignal): Promise<number> {
  const times: number[] = [];
  while (!over.aborted) {
    const started = performance.now();
    const response = request(url, { reset: true }).then(({ body }) => body.dump());
    const [{ status }] = await Promise.allSettled([response]);
    times.push(status === "fulfilled" ? performance.now() - started : Infinity);
    await delay(20);
  }
  return percentile(times, 0.99);
}

/** Resident memory of a server's process in MB, now or at its peak, as Linux reports it. */
function readMemory({ pid }: SiteServer, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}
