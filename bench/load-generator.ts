/**
 * Sends inserts as the site does, in a process of its own so that it shares no event loop with what
 * it measures: `node bench/load-generator.ts PLAN`, a `LoadPlan` as JSON. Prints a `LoadResult`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "undici";

import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { percentile } from "./statistics.ts";

export type LoadPlan = {
  /** A PostgREST root: what comes before the table's name. */
  url: string;
  /** Connections that stay open, each with one insert in work at a time. */
  keptAlive: number;
  /** Inserts in work at a time that open a connection of their own. */
  newConnections: number;
  /** Inserts due a second; without it, the next one is due as soon as a connection is idle. */
  rate?: number;
  seconds: number;
  /** Begins every idempotency key. */
  keyPrefix: string;
};

export type LoadResult = {
  seconds: number;
  /** Keys of the inserts that were answered with 201. */
  acknowledged: string[];
  /** How often each status came; "none" is a connection that ended without one. */
  statuses: Record<string, number>;
  /** Due, but every connection was waiting for an answer until the end. */
  unsent: number;
  /** Milliseconds from sending, or from connecting, to the whole 201. */
  keptAlive: Latency;
  newConnections: Latency;
  /** How late the generator itself was, in milliseconds: the latencies contain it. */
  generatorDelayP99: number;
};

type Latency = { p50: number; p99: number };
type Kind = "keptAlive" | "newConnections";

const BODY = JSON.stringify([FULL_REQUIREMENT]);
const QUERY = new URLSearchParams({ columns: Object.keys(FULL_REQUIREMENT).join(), select: "*" });

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const { origin, pathname } = new URL(plan.url);
const path = `${pathname.replace(/\/$/, "")}/data_requirements?${QUERY}`;
const pools: Record<Kind, Pool> = {
  keptAlive: new Pool(origin, { connections: plan.keptAlive }),
  newConnections: new Pool(origin, { connections: plan.newConnections }),
};
const latencies: Record<Kind, number[]> = { keptAlive: [], newConnections: [] };
const acknowledged: string[] = [];
const statuses: Record<string, number> = {};

const idle: Kind[] = [
  ...Array.from({ length: plan.keptAlive }, () => "keptAlive" as const),
  ...Array.from({ length: plan.newConnections }, () => "newConnections" as const),
];
const inWork = new Set<Promise<void>>();
let begun = 0;

const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;
const due = () => (plan.rate ? elapsed() * plan.rate : Infinity);
while (elapsed() < plan.seconds) {
  sendDue();
  await delay(1);
}
const unsent = plan.rate ? Math.max(0, Math.floor(due()) - begun) : 0;
await Promise.all(inWork);
loop.disable();

const result: LoadResult = {
  seconds: elapsed(),
  acknowledged,
  statuses,
  unsent,
  keptAlive: summarize(latencies.keptAlive),
  newConnections: summarize(latencies.newConnections),
  generatorDelayP99: loop.percentile(99) / 1e6,
};
console.log(JSON.stringify(result));
for (const pool of Object.values(pools)) await pool.destroy();

/** Sends what is due, as far as connections are idle. */
function sendDue(): void {
  while (begun < due() && elapsed() < plan.seconds) {
    const kind = idle.shift();
    if (!kind) return;
    const insert = timedInsert(kind, `${plan.keyPrefix}-${begun}`).then(() => {
      inWork.delete(insert);
      idle.push(kind);
      sendDue();
    });
    inWork.add(insert);
    begun += 1;
  }
}

async function timedInsert(kind: Kind, key: string): Promise<void> {
  const sent = performance.now();
  const status = await post(kind, key);
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status !== 201) return;
  acknowledged.push(key);
  latencies[kind].push(performance.now() - sent);
}

async function post(kind: Kind, key: string): Promise<number | "none"> {
  const headers = {
    "content-type": "application/json",
    prefer: "return=representation",
    "idempotency-key": key,
  };
  // With `reset` the connection is closed after the answer: the next insert opens a new one.
  const reset = kind === "newConnections";
  try {
    const { statusCode, body } = await pools[kind].request({
      method: "POST",
      path,
      headers,
      body: BODY,
      reset,
    });
    await body.dump();
    return statusCode;
  } catch {
    // A server that is gone is not back within a turn of the event loop.
    await delay(5);
    return "none";
  }
}

function summarize(values: number[]): Latency {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}
