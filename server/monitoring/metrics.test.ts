import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createMetrics } from "../monitoring/metrics.ts";
import { serveMetrics } from "../monitoring/metrics-server.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import { StoreUnavailable, type RequestStore } from "../store/store.ts";
import { installed } from "../../test-support/installed.ts";
import { buildTestApp } from "../../test-support/server.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const RESOURCE = "/rest/v1/data_requirements";

const folder = mkdtempSync(join(tmpdir(), "site-metrics-"));
const sqlite = openSqliteStore(join(folder, "requests.sqlite"));
let down = false;
/** The real store, with a switch that disconnects it. */
const store: RequestStore = {
  ...sqlite,
  check: async () => (down ? cutOff() : sqlite.check()),
  insert: async (...parameters) => (down ? cutOff() : sqlite.insert(...parameters)),
};
const metrics = createMetrics(store);
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  app = await buildTestApp(store, {
    config: { ratePerMinute: 4 },
    metrics,
  });
  const server = await serveMetrics({ host: "127.0.0.1", port: 0 }, metrics);
  address = server.kind === "listening" ? server.url : server.problem;
});
afterAll(async () => {
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test("every attempt to send a request is counted once, by outcome", async () => {
  const full = await buildTestApp(store, { metrics, maxInserts: 0 });
  await post(full, MINIMAL_REQUIREMENT);
  await full.close();
  await post(app, MINIMAL_REQUIREMENT, "once");
  await post(app, MINIMAL_REQUIREMENT, "once");
  await post(app, { ...MINIMAL_REQUIREMENT, email: " " });
  down = true;
  await post(app, MINIMAL_REQUIREMENT);
  down = false;
  await post(app, MINIMAL_REQUIREMENT);

  const samples = await read();
  expect(onlyNamed(samples, "inserts_total")).toEqual({
    'inserts_total{outcome="stored"}': 1,
    'inserts_total{outcome="duplicate"}': 1,
    'inserts_total{outcome="rejected"}': 1,
    'inserts_total{outcome="limited"}': 1,
    'inserts_total{outcome="shed"}': 1,
    'inserts_total{outcome="unavailable"}': 1,
    'inserts_total{outcome="failed"}': 0,
  });
  expect(sum(onlyNamed(samples, `http_requests_total{method="POST",route="${RESOURCE}"`))).toBe(6);
});

test("unknown paths and methods create no new labels", async () => {
  const before = Object.keys(onlyNamed(await read(), "http_requests_total")).length;
  for (const url of ["/wp-login.php", "/%", "/assets/%", "/a?b", "/c#d"]) await app.inject(url);
  await app.inject({ method: "PROPFIND" as "GET", url: "/x" });
  const after = Object.keys(onlyNamed(await read(), "http_requests_total"));
  // Pages with 404, pages with another status, an unknown method.
  expect(after.length).toBeLessThanOrEqual(before + 3);
});

test("while the store does not respond it is reported down, without a backlog", async () => {
  expect(await read()).toMatchObject({ store_up: 1, replies_overdue: 0, outbox_undelivered: 0 });
  down = true;
  const samples = await read();
  down = false;
  expect(samples["store_up"]).toBe(0);
  expect(samples).not.toHaveProperty("replies_overdue");
});

test("histogram buckets are cumulative", async () => {
  const buckets = Object.entries(onlyNamed(await read(), "http_request_duration_seconds_bucket"))
    .filter(([name]) => name.includes(`route="${RESOURCE}"`))
    .map(([, count]) => count);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(6);
});

test("metrics are served on their own address only, and nothing else is", async () => {
  expect((await fetch(new URL("/", address))).status).toBe(404);
  expect((await fetch(address, { method: "POST" })).status).toBe(404);
  expect((await app.inject("/metrics")).statusCode).toBe(404);
});

test("Prometheus' checker accepts the metrics", async (context) => {
  const input = await (await fetch(address)).text();
  const promtool = installed("promtool");
  if (promtool === undefined) {
    process.stdout.write("Skipped: promtool, of Debian's prometheus, is not installed here.\n");
    return context.skip();
  }
  const checked = spawnSync(promtool, ["check", "metrics"], { input, encoding: "utf8" });
  expect(checked.stdout + checked.stderr).toBe("");
  expect(checked.status).toBe(0);
});

function cutOff(): never {
  throw new StoreUnavailable("cut off for a test", {});
}

async function post(server: FastifyInstance, payload: object, key?: string): Promise<void> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  await server.inject({ method: "POST", url: RESOURCE, headers, payload });
}

/** Every value by its metric and labels. */
async function read(): Promise<Record<string, number>> {
  const text = await (await fetch(address)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

function onlyNamed(samples: Record<string, number>, start: string): Record<string, number> {
  return Object.fromEntries(Object.entries(samples).filter(([name]) => name.startsWith(start)));
}

function sum(samples: Record<string, number>): number {
  return Object.values(samples).reduce((total, value) => total + value, 0);
}
