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
  /** A PostgREST root, without the table's name. */
  url: string;
  /** Connections, each with one insert in progress at a time: kept open, or new for each insert. */
  keptAlive: number;
  newConnections: number;
  /** Inserts due a second, as far as connections are idle; without it, as many as possible. */
  rate?: number;
  seconds: number;
  /** Begins every idempotency key. */
  keyPrefix: string;
};

export type LoadResult = {
  seconds: number;
  /** Keys of the inserts that got a 201. */
  acknowledged: string[];
  /** How often each status came; "none" is a connection that ended without one. */
  statuses: Record<string, number>;
  /** Milliseconds from sending, or from connecting, to the whole 201. */
  keptAlive: Latency;
  newConnections: Latency;
  /** How late the generator itself was, in milliseconds: the latencies contain it. */
  generatorDelayP99: number;
};

type Latency = { p50: number; p99: number };

const BODY = JSON.stringify([FULL_REQUIREMENT]);
const QUERY = new URLSearchParams({ columns: Object.keys(FULL_REQUIREMENT).join(), select: "*" });

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const { origin, pathname } = new URL(plan.url);
const path = `${pathname.replace(/\/$/, "")}/data_requirements?${QUERY}`;
const acknowledged: string[] = [];
const statuses: Record<string, number> = {};
let begun = 0;

const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;
const [keptAlive, newConnections] = await Promise.all([
  insertOver(plan.keptAlive, { reset: false }),
  // The connection is closed after the response: the next insert opens a new one.
  insertOver(plan.newConnections, { reset: true }),
]);
const result: LoadResult = {
  seconds: elapsed(),
  acknowledged,
  statuses,
  keptAlive,
  newConnections,
  generatorDelayP99: loop.percentile(99) / 1e6,
};
console.log(JSON.stringify(result));

async function insertOver(connections: number, { reset }: { reset: boolean }): Promise<Latency> {
  const pool = new Pool(origin, { connections });
  const latencies: number[] = [];
  await Promise.all(Array.from({ length: connections }, insertInTurn));
  await pool.destroy();
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };

  async function insertInTurn(): Promise<void> {
    while (elapsed() < plan.seconds) {
      if (begun >= elapsed() * (plan.rate ?? Infinity)) {
        await delay(1);
        continue;
      }
      const key = `${plan.keyPrefix}-${begun}`;
      begun += 1;
      const sent = performance.now();
      const status = await insert(key);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 201) continue;
      acknowledged.push(key);
      latencies.push(performance.now() - sent);
    }
  }

  async function insert(key: string): Promise<number | "none"> {
    const headers = {
      "content-type": "application/json",
      prefer: "return=representation",
      "idempotency-key": key,
    };
    try {
      const request = { method: "POST", path, headers, body: BODY, reset } as const;
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      return statusCode;
    } catch {
      // A server that is down does not return within a turn of the event loop.
      await delay(5);
      return "none";
    }
  }
}
