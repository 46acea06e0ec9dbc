import { DatabaseSync } from "node:sqlite";

import type { FastifyInstance } from "fastify";
import { describe, expect } from "vitest";

import { toHeaders, UNTIMED } from "../../domain/spam.ts";
import { test } from "../../test-support/app.ts";
import { listRows } from "../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { RESOURCE } from "../../test-support/wire.ts";

async function insert(app: FastifyInstance, headers: Record<string, string> = {}) {
  const all = { ...toHeaders(UNTIMED), ...headers };
  return app.inject({ method: "POST", url: RESOURCE, payload: MINIMAL_REQUIREMENT, headers: all });
}

describe("of inserts from one address", () => {
  test.override({ options: { config: { ratePerMinute: 2 } } });

  test("those over the rate limit get 429 with Retry-After", async ({ app, store }) => {
    for (const status of [201, 201, 429]) expect((await insert(app)).statusCode).toBe(status);
    const response = await insert(app);
    expect(response.headers["retry-after"]).toBe("60");
    expect(response.json()).toMatchObject({ code: "PT429", message: "Too many requests" });
    expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
    expect(await listRows(store)).toHaveLength(2);
  });
});

describe.for([
  ["the connection's, while no proxy is trusted", false, ["192.0.2.1", "192.0.2.2"], [201, 429]],
  [
    "the one that a trusted proxy saw",
    ["127.0.0.1"],
    ["192.0.2.1", "192.0.2.2", "9.9.9.9, 192.0.2.1"],
    [201, 201, 429],
  ],
  [
    "an IPv6 network",
    ["127.0.0.1"],
    ["2001:db8:1:2::1", "2001:DB8:1:2:3::9", "2001:db8:1:3::1"],
    [201, 429, 201],
  ],
] as [string, false | string[], string[], number[]][])(
  "the address that is limited",
  ([what, trustProxy, forwarded, statuses]) => {
    test.override({ options: { config: { ratePerMinute: 1, trustProxy } } });

    test(`is ${what}`, async ({ app }) => {
      const received = [];
      for (const address of forwarded) {
        received.push((await insert(app, { "x-forwarded-for": address })).statusCode);
      }
      expect(received).toEqual(statuses);
    });
  },
);

describe("while the store is locked", () => {
  test.override({ options: { maxInserts: 2 } });

  test("inserts over the limit get 503, and later ones are stored", async ({ app, store }) => {
    await store.check();
    const other = new DatabaseSync(store.location);
    other.exec("begin immediate");
    const waiting = [0, 1].map(() => insert(app));
    const shed = await insert(app);
    expect(shed).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
    expect(shed.json()).toMatchObject({ code: "53000" });
    expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
    other.exec("rollback");
    other.close();
    for (const response of await Promise.all(waiting)) expect(response.statusCode).toBe(201);
    expect(await insert(app)).toMatchObject({ statusCode: 201 });
    expect(await listRows(store)).toHaveLength(3);
  });
});

test.for(["/health", RESOURCE, "/rest/v1/nope"])(
  "the response of %s has strict headers and is not cached",
  async (url, { app }) => {
    expect((await app.inject(url)).headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=63072000",
      "x-content-type-options": "nosniff",
    });
  },
);

describe("with an allowed origin", () => {
  test.override({ options: { config: { allowedOrigins: ["https://a.example"] } } });

  test("pages of others may not read a response", async ({ app }) => {
    const { headers } = await insert(app, { origin: "https://b.example" });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("/health reports the backlog", async ({ app }) => {
  await insert(app);
  const response = await app.inject("/health");
  expect(response).toMatchObject({ statusCode: 200 });
  expect(response.json()).toEqual({
    status: "ok",
    undelivered: 1,
    channels: ["webhook"],
    failing: 0,
    unannounced: 0,
    oldest_undelivered_seconds: expect.any(Number),
    overdue_replies: 0,
  });
});
