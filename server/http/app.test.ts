import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

// For the type of `isUnderPressure`.
import "@fastify/under-pressure";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import type { RequestStore } from "../store/store.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import { listRows } from "../../test-support/backends.ts";
import { limitInserts } from "./insert-outcome.ts";
import { fixedClock } from "../../test-support/clock.ts";
import { buildTestApp } from "../../test-support/server.ts";
import { until } from "../../test-support/target.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const scratch = mkdtempSync(join(tmpdir(), "site-app-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let store: RequestStore;
beforeEach(() => {
  store = openSqliteStore(join(mkdtempSync(join(scratch, "data-")), "requests.sqlite"));
});
afterEach(() => store.close());

const insert = {
  method: "POST",
  url: "/rest/v1/data_requirements",
  payload: MINIMAL_REQUIREMENT,
} as const;

describe("requests from one address", () => {
  test("past the limit are told when to come back, and not stored", async () => {
    const app = await buildTestApp(store, {
      config: { ratePerMinute: 2 },
      clock: fixedClock(() => 0),
    });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.inject(insert)).statusCode);
    expect(statuses).toEqual([201, 201, 429]);
    const answer = await app.inject(insert);
    expect(answer.headers["retry-after"]).toBe("60");
    expect(answer.json()).toMatchObject({ code: "PT429", message: "Too many requests" });
    expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
    expect(await listRows(store)).toHaveLength(2);
    await app.close();
  });

  test.each([
    ["nobody is trusted", false as const, ["192.0.2.1", "192.0.2.2"], [201, 429]],
    [
      "the proxy is trusted",
      ["127.0.0.1"],
      ["192.0.2.1", "192.0.2.2", "9.9.9.9, 192.0.2.1"],
      [201, 201, 429],
    ],
  ])(
    "count by the forwarded address only when %s",
    async (_what, trustProxy, forwarded, statuses) => {
      const app = await buildTestApp(store, {
        config: { ratePerMinute: 1, trustProxy },
        clock: fixedClock(() => 0),
      });
      const given = [];
      for (const address of forwarded) {
        const headers = { "x-forwarded-for": address };
        given.push((await app.inject({ ...insert, headers })).statusCode);
      }
      expect(given).toEqual(statuses);
      await app.close();
    },
  );
});

test("more inserts than the store can take are refused until it has caught up", async () => {
  await store.check();
  const other = new DatabaseSync(store.location);
  other.exec("begin immediate");
  const app = await buildTestApp(store, { maxInserts: 2 });
  const waiting = [0, 1].map(async () => app.inject(insert));
  const refused = await app.inject(insert);
  expect(refused).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
  expect(refused.json()).toMatchObject({ code: "53000" });
  expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
  other.exec("rollback");
  other.close();
  for (const response of await Promise.all(waiting)) expect(response.statusCode).toBe(201);
  expect(await app.inject(insert)).toMatchObject({ statusCode: 201 });
  expect(await listRows(store)).toHaveLength(3);
  await app.close();
});

test("inserts are refused while those before them wait too long for the store", async () => {
  await store.check();
  const other = new DatabaseSync(store.location);
  other.exec("begin immediate");
  let time = 0;
  const limited = limitInserts(store, { max: 256, now: () => time });
  const send = async () => limited(MINIMAL_REQUIREMENT, null);
  const waiting = Array.from({ length: 31 }, send);
  time = 301;
  // A few may always wait.
  waiting.push(send());
  expect(await send()).toEqual({ kind: "shed" });
  other.exec("rollback");
  other.close();
  for (const outcome of await Promise.all(waiting)) expect(outcome.kind).toBe("stored");
  expect(await send()).toMatchObject({ kind: "stored" });
});

test("connections are closed while the event loop is behind, and for a time after", async () => {
  const app = await buildTestApp(store);
  await app.ready();
  const isClosed = async () => (await app.inject("/")).headers.connection === "close";
  await until(async () => {
    const blockedUntil = performance.now() + 100;
    while (performance.now() < blockedUntil);
    return isClosed();
  });
  await until(() => !app.isUnderPressure());
  expect(await app.inject("/")).toMatchObject({
    statusCode: 200,
    headers: { connection: "close" },
  });
  await app.close();
});

test("an address counts without its port, and IPv6 by its network", async () => {
  const app = await buildTestApp(store, {
    config: { ratePerMinute: 1, trustProxy: ["127.0.0.1"] },
  });
  const from = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await app.inject({ ...insert, headers })).statusCode;
  };
  expect(await from("192.0.2.1:1111")).toBe(201);
  expect(await from("192.0.2.1:2222")).toBe(429);
  expect(await from("::ffff:192.0.2.1")).toBe(429);
  expect(await from("[2001:db8:1:2::1]:443")).toBe(201);
  expect(await from("2001:DB8:1:2:3::9")).toBe(429);
  expect(await from("2001:db8:1:3::1")).toBe(201);
  await app.close();
});

describe("answers of the resource", () => {
  test("carry strict headers and are never kept", async () => {
    const app = await buildTestApp(store);
    for (const url of ["/health", "/rest/v1/data_requirements", "/rest/v1/nope"]) {
      expect((await app.inject(url)).headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    }
    await app.close();
  });

  test("let in no other origin unless it is listed", async () => {
    const app = await buildTestApp(store, {
      config: { allowedOrigins: ["https://a.example"] },
    });
    const preflight = (origin: string) =>
      app.inject({ method: "OPTIONS", url: insert.url, headers: { origin } });
    const [friend, stranger] = [
      await preflight("https://a.example"),
      await preflight("https://b.example"),
    ];
    expect(friend.headers["access-control-allow-origin"]).toBe("https://a.example");
    expect(friend.headers["vary"]).toBe("Origin");
    expect(stranger.headers).not.toHaveProperty("access-control-allow-origin");
    await app.close();
  });

  test.each(["TRACE", "PROPFIND"] as const)("%s is no method here", async (method) => {
    const app = await buildTestApp(store);
    const answer = await app.inject({ method: method as "GET", url: insert.url });
    expect(answer.statusCode).toBe(405);
    await app.close();
  });
});

test("health says what is still to be done", async () => {
  const announcing = openSqliteStore(store.location, { channels: ["email"] });
  const app = await buildTestApp(announcing);
  await app.inject(insert);
  const answer = await app.inject("/health");
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(answer.json()).toEqual({
    status: "ok",
    undelivered: 1,
    channels: ["email"],
    failing: 0,
    unannounced: 0,
    oldest_undelivered_seconds: expect.any(Number),
    overdue_replies: 0,
  });
  await app.close();
  await announcing.close();
});
