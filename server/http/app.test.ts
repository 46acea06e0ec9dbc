import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import type { RequirementStore } from "../store/store.ts";
import { toHeaders, UNTIMED } from "../../domain/spam.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import { listRows } from "../../test-support/rows.ts";
import { buildTestApp } from "../../test-support/server.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const scratch = mkdtempSync(join(tmpdir(), "site-app-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let store: RequirementStore;
beforeEach(() => {
  store = openSqliteStore(join(mkdtempSync(join(scratch, "data-")), "requests.sqlite"));
});
afterEach(() => store.close());

const insert = {
  method: "POST",
  url: "/rest/v1/data_requirements",
  payload: MINIMAL_REQUIREMENT,
  headers: toHeaders(UNTIMED),
} as const;

describe("inserts from one address", () => {
  test("over the rate limit get 429 with Retry-After and are not stored", async () => {
    const app = await buildTestApp(store, {
      config: { ratePerMinute: 2 },
    });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.inject(insert)).statusCode);
    expect(statuses).toEqual([201, 201, 429]);
    const response = await app.inject(insert);
    expect(response.headers["retry-after"]).toBe("60");
    expect(response.json()).toMatchObject({ code: "PT429", message: "Too many requests" });
    expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
    expect(await listRows(store)).toHaveLength(2);
    await app.close();
  });

  test.each([
    ["no proxy is trusted", false as const, ["192.0.2.1", "192.0.2.2"], [201, 429]],
    [
      "the proxy is trusted",
      ["127.0.0.1"],
      ["192.0.2.1", "192.0.2.2", "9.9.9.9, 192.0.2.1"],
      [201, 201, 429],
    ],
    [
      "a visitor has an IPv6 network",
      ["127.0.0.1"],
      ["2001:db8:1:2::1", "2001:DB8:1:2:3::9", "2001:db8:1:3::1"],
      [201, 429, 201],
    ],
  ])("count by the right address when %s", async (_what, trustProxy, forwarded, statuses) => {
    const app = await buildTestApp(store, {
      config: { ratePerMinute: 1, trustProxy },
    });
    const received = [];
    for (const address of forwarded) {
      const headers = { "x-forwarded-for": address };
      received.push((await app.inject({ ...insert, headers })).statusCode);
    }
    expect(received).toEqual(statuses);
    await app.close();
  });
});

test("more inserts than the limit get 503 until earlier ones are stored", async () => {
  await store.check();
  const other = new DatabaseSync(store.location);
  other.exec("begin immediate");
  const app = await buildTestApp(store, { maxInserts: 2 });
  const waiting = [0, 1].map(async () => app.inject(insert));
  const shed = await app.inject(insert);
  expect(shed).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
  expect(shed.json()).toMatchObject({ code: "53000" });
  expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
  other.exec("rollback");
  other.close();
  for (const response of await Promise.all(waiting)) expect(response.statusCode).toBe(201);
  expect(await app.inject(insert)).toMatchObject({ statusCode: 201 });
  expect(await listRows(store)).toHaveLength(3);
  await app.close();
});

describe("API responses", () => {
  test("have strict headers and are not cached", async () => {
    const app = await buildTestApp(store);
    for (const url of ["/health", "/rest/v1/data_requirements", "/rest/v1/nope"]) {
      expect((await app.inject(url)).headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "strict-transport-security": "max-age=63072000",
        "x-content-type-options": "nosniff",
      });
    }
    await app.close();
  });

  test("allow only the listed origins", async () => {
    const app = await buildTestApp(store, {
      config: { allowedOrigins: ["https://a.example"] },
    });
    const allowedTo = async (origin: string) => {
      const { headers } = await app.inject({ ...insert, headers: { origin } });
      return headers["access-control-allow-origin"];
    };
    expect(await allowedTo("https://a.example")).toBe("https://a.example");
    expect(await allowedTo("https://b.example")).toBeUndefined();
    await app.close();
  });
});

test("/health reports the backlog", async () => {
  const announcing = openSqliteStore(store.location, { channels: ["email"] });
  const app = await buildTestApp(announcing);
  await app.inject(insert);
  const response = await app.inject("/health");
  expect(response).toMatchObject({ statusCode: 200 });
  expect(response.json()).toEqual({
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
