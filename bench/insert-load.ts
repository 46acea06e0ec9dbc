import { setTimeout as delay } from "node:timers/promises";

import type { DataRequirement } from "../domain/data-requirement.ts";
import { InsertConnection } from "./insert-connection.ts";

export const SAMPLE: DataRequirement = {
  full_name: "Ada Byron",
  email: "ada@example.org",
  phone: "+44 20 7946 0000",
  company: "Analytical Engines",
  role_title: "Researcher",
  data_type: "Pick and place with force, in clutter",
  data_amount: "2,000 demonstrations",
  timeline: "By spring",
  hardware_setup: ["UMI", "ALOHA"],
  additional_hardware: null,
  budget_range: "10k-50k",
};

export type LoadResult = {
  /** Keys of inserts that were answered with 201. */
  acknowledged: string[];
  /** How often each status came; "none" is a connection that ended without one. */
  statuses: Map<number | "none", number>;
  /** Milliseconds from sending to the whole 201, ascending. */
  latencies: number[];
  seconds: number;
};

/** Keeps `connections` inserts in work until `signal` says to stop; round robin over the servers. */
export async function runLoad(
  urls: string[],
  connections: number,
  prefix: string,
  signal: AbortSignal,
): Promise<LoadResult> {
  const result = emptyResult();
  const started = performance.now();
  const work = async (index: number) => {
    const connection = new InsertConnection(urls[index % urls.length] ?? "");
    for (let count = 0; !signal.aborted; count += 1) {
      const status = await timedInsert(connection, `${prefix}-${index}-${count}`, result);
      // A server that is gone will not be back within a turn of the event loop.
      if (status === null && !signal.aborted) await delay(5);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
  return finish(result, started);
}

export type OpenLoadResult = LoadResult & {
  /** Due while every connection was waiting for an answer, so not sent. */
  unsent: number;
};

/** Sends `rate` inserts a second, answered or not, over at most `connections` at once. */
export async function runOpenLoad(
  url: string,
  { rate, connections, seconds }: { rate: number; connections: number; seconds: number },
): Promise<OpenLoadResult> {
  const result = emptyResult();
  const pool = Array.from({ length: connections }, () => new InsertConnection(url));
  const pending = new Set<Promise<unknown>>();
  const started = performance.now();
  let due = 0;
  let unsent = 0;
  let next = 0;
  for (;;) {
    const elapsed = (performance.now() - started) / 1000;
    if (elapsed >= seconds) break;
    for (; due < elapsed * rate; due += 1) {
      const connection = pool[next % pool.length];
      next += 1;
      if (!connection?.isIdle) {
        unsent += 1;
        continue;
      }
      const insert = timedInsert(connection, `open-${due}`, result);
      pending.add(insert);
      void insert.then(() => pending.delete(insert));
    }
    await delay(1);
  }
  await Promise.all(pending);
  for (const connection of pool) connection.close();
  return { ...finish(result, started), unsent };
}

export function percentile(ascending: number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? NaN;
}

function emptyResult(): LoadResult {
  return { acknowledged: [], statuses: new Map(), latencies: [], seconds: 0 };
}

async function timedInsert(connection: InsertConnection, key: string, result: LoadResult) {
  const sent = performance.now();
  const status = await connection.insert(SAMPLE, key);
  const name = status ?? "none";
  result.statuses.set(name, (result.statuses.get(name) ?? 0) + 1);
  if (status === 201) {
    result.acknowledged.push(key);
    result.latencies.push(performance.now() - sent);
  }
  return status;
}

function finish(result: LoadResult, started: number): LoadResult {
  result.seconds = (performance.now() - started) / 1000;
  result.latencies.sort((a, b) => a - b);
  return result;
}
