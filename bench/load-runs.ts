import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { request } from "undici";

import type { SiteServer } from "../e2e/site-server.ts";
import type { LoadPlan, LoadResult } from "./load-generator.ts";
import { percentile } from "./statistics.ts";

export const ROUNDS = 5;
export const ROUND_SECONDS = 3;
export const CONNECTIONS = 32;

/** How many times the load that a server holds is sent, for so many seconds. */
export const OVERLOAD = 10;
export const OVERLOAD_SECONDS = 10;
/** Half of them stay open, the others are new for each insert. The server accepts 2,000. */
export const OVERLOAD_CONNECTIONS = 1_500;

export type Rate = { name: string; perSecond: number; p50: number; p99: number };

/** What a server did under the overload; times in milliseconds, memory in MB. */
export type Overload = LoadResult & {
  name: string;
  sent: number;
  refused: number;
  /** Neither stored nor refused with 503 or 429. */
  failed: number;
  /** Acknowledged, and not in the store. */
  lost: number;
  pageP99: number;
  healthP99: number;
  memory: { before: number; after: number; peak: number };
};

/**
 * The best round of each home, turn by turn: other programs on the machine only ever take away.
 * Round 0 warms up.
 */
export async function compareRates(homes: Record<string, string>): Promise<Rate[]> {
  const best = new Map<string, Rate>();
  for (let count = 0; count <= ROUNDS; count += 1) {
    for (const [name, url] of Object.entries(homes)) {
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

/** Sends a server `OVERLOAD` times what it holds, and asks for the page and its health meanwhile. */
export async function measureOverload(
  name: string,
  server: SiteServer,
  held: number,
  storedKeys: () => Promise<string[]>,
): Promise<Overload> {
  const before = memoryOf(server).now;
  const over = new AbortController();
  const probes = [`${server.origin}/`, `${server.origin}/health`].map((url) =>
    probe(url, over.signal),
  );
  const result = await generateLoad({
    url: `${server.origin}/rest/v1`,
    keptAlive: OVERLOAD_CONNECTIONS / 2,
    newConnections: OVERLOAD_CONNECTIONS / 2,
    rate: Math.round(held * OVERLOAD),
    seconds: OVERLOAD_SECONDS,
    keyPrefix: "overload",
  });
  over.abort();
  const [pageP99 = NaN, healthP99 = NaN] = await Promise.all(probes);
  const { now: after, peak } = memoryOf(server);

  const { acknowledged, statuses } = result;
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const refused = (statuses["503"] ?? 0) + (statuses["429"] ?? 0);
  const stored = new Set(await storedKeys());
  return {
    ...result,
    name,
    sent,
    refused,
    failed: sent - refused - acknowledged.length,
    lost: acknowledged.filter((key) => !stored.has(key)).length,
    pageP99,
    healthP99,
    memory: { before, after, peak },
  };
}

async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const generator = fileURLToPath(new URL("load-generator.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [generator, JSON.stringify(plan)],
    { maxBuffer: 1e9 },
  );
  return JSON.parse(stdout) as LoadResult;
}

/** The 99th percentile of a GET over a connection of its own, in milliseconds; Infinity unanswered. */
async function probe(url: string, over: AbortSignal): Promise<number> {
  const times: number[] = [];
  while (!over.aborted) {
    const started = performance.now();
    const answered = request(url, { reset: true }).then(({ body }) => body.dump());
    const [{ status }] = await Promise.allSettled([answered]);
    times.push(status === "fulfilled" ? performance.now() - started : Infinity);
    await delay(20);
  }
  return percentile(times, 0.99);
}

/** Resident memory of a server's process, in MB. Linux tells it. */
function memoryOf({ pid }: SiteServer): { now: number; peak: number } {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  const read = (line: string) =>
    Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
