/**
 * Sends inserts as the site does, and prints a `LoadResult`: `node bench/load-generator.ts PLAN`, a
 * `LoadPlan` as JSON. A process of its own, so that it shares no event loop with what it measures.
 */
import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "undici";

import { toHeaders } from "../domain/wire/form-use.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

export type LoadPlan = {
  /** A PostgREST root, without the table's name. */
  url: string;
  /** Kept open, each with one insert in progress at a time. */
  connections: number;
  seconds: number;
  /** Begins every idempotency key. */
  keyPrefix: string;
};

export type LoadResult = {
  perSecond: number;
  /** Keys of the inserts that got a 201. */
  acknowledged: string[];
};

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const { origin, pathname } = new URL(plan.url);
const query = new URLSearchParams({ columns: Object.keys(FULL_REQUIREMENT).join(), select: "*" });
const path = `${pathname.replace(/\/$/, "")}/data_requirements?${query}`;

const pool = new Pool(origin, { connections: plan.connections });
const acknowledged: string[] = [];
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;
let begun = 0;

await Promise.all(Array.from({ length: plan.connections }, insertInTurn));
const seconds = elapsed();
await pool.destroy();
const result: LoadResult = { perSecond: acknowledged.length / seconds, acknowledged };
console.log(JSON.stringify(result));

async function insertInTurn(): Promise<void> {
  while (elapsed() < plan.seconds) {
    const key = `${plan.keyPrefix}-${begun}`;
    begun += 1;
    if ((await insert(key)) === 201) acknowledged.push(key);
  }
}

async function insert(key: string): Promise<number | "none"> {
  const headers = {
    "content-type": "application/json",
    prefer: "return=representation",
    "idempotency-key": key,
    ...toHeaders({ honeypot: "empty", fillMilliseconds: 42_000 }),
  };
  // A text that was sent before would be held as spam.
  const body = JSON.stringify([{ ...FULL_REQUIREMENT, data_type: key }]);
  try {
    const response = await pool.request({ method: "POST", path, headers, body });
    await response.body.dump();
    return response.statusCode;
  } catch {
    // A server that is down stays down for a while.
    await delay(5);
    return "none";
  }
}
