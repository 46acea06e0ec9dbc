import { rmSync } from "node:fs";

import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";

import { INSERT_PATH, REST_PREFIX } from "../../contract/routes.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { test } from "../../test-support/app.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

async function insert(app: FastifyInstance, headers: Record<string, string> = {}) {
  return app.inject({ method: "POST", url: INSERT_PATH, payload: MINIMAL_REQUIREMENT, headers });
}

async function insertFrom(app: FastifyInstance, addresses: string[]) {
  const statuses = [];
  for (const address of addresses) {
    statuses.push((await insert(app, { "x-forwarded-for": address })).statusCode);
  }
  return statuses;
}

describe("with a limit of one insert a minute", () => {
  test.override({ options: { config: { ratePerMinute: 1 } } });

  test("the next one gets 429 with Retry-After, whatever IP it claims", async ({ app, stored }) => {
    expect(await insertFrom(app, ["192.0.2.1", "192.0.2.2"])).toEqual([201, 429]);
    const response = await insert(app);
    expect(response.headers["retry-after"]).toBe("60");
    expect(response.json()).toMatchObject({ code: "PT429", message: "Too many requests" });
    // The body of a rejected insert is not read.
    const payload = "x".repeat(400_000);
    expect(await app.inject({ method: "POST", url: INSERT_PATH, payload })).toMatchObject({
      statusCode: 429,
    });
    expect(await app.inject("/")).toMatchObject({ statusCode: 200 });
    expect(await stored()).toHaveLength(1);
  });

  describe("with a clock", () => {
    // Only `Date`, which @fastify/rate-limit reads, because the server needs real timers.
    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
    afterEach(() => void vi.useRealTimers());

    test("one insert a minute gets 429 from the fourth on, until the hour has passed", async ({
      app,
    }) => {
      const start = Date.now();
      const insertAt = (minute: number) => {
        vi.setSystemTime(start + minute * MINUTE_MS);
        return insert(app);
      };
      for (const minute of [0, 1, 2]) {
        expect(await insertAt(minute)).toMatchObject({ statusCode: 201 });
      }
      const headers = { "retry-after": `${57 * 60}` };
      expect(await insertAt(3)).toMatchObject({ statusCode: 429, headers });
      expect(await insertAt(60)).toMatchObject({ statusCode: 201 });
    });
  });

  test("cross-site requests do not count towards the visitor's limit", async ({ app }) => {
    const crossSite = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const form = { "content-type": "application/x-www-form-urlencoded", ...crossSite };
    const post = () =>
      app.inject({ method: "POST", url: "/request", headers: form, payload: "a=b" });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await insert(app, crossSite)).toMatchObject({ statusCode: 403 });
      expect(await post()).toMatchObject({ statusCode: 403 });
    }
    expect(await insert(app)).toMatchObject({ statusCode: 201 });
  });

  describe("behind a trusted proxy", () => {
    test.override({ options: { config: { ratePerMinute: 1, trustProxy: ["127.0.0.1"] } } });

    test("each IP that the proxy saw has a limit of its own", async ({ app }) => {
      const claimed = "9.9.9.9, 192.0.2.1";
      expect(await insertFrom(app, ["192.0.2.1", "192.0.2.2", claimed])).toEqual([201, 201, 429]);
    });

    test.for([
      ["192.0.2.1", "192.0.2.1:55"],
      ["2001:db8::1", "[2001:db8::1]"],
      ["2001:db8::1", "[2001:db8::1]:55"],
      ["2001:db8:0:1::1", "2001:db8:0:1:ffff::1"],
      ["192.0.2.1", "::ffff:192.0.2.1"],
    ] as const)("%s counts as the same client as %s", async (addresses, { app }) => {
      expect(await insertFrom(app, [...addresses])).toEqual([201, 429]);
    });
  });
});

test.for(["/health", INSERT_PATH, `${REST_PREFIX}/nope`])(
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

test.for([
  ["OPTIONS", INSERT_PATH],
  ["DELETE", "/"],
  ["POST", "/requests/0c07398f"],
] as const)("%s %s, which has no route, gets the 404 page", async ([method, url], { app }) => {
  // A body that was read would be rejected as too large.
  const payload = "x".repeat(400_000);
  const headers = { "content-type": "text/plain" };
  const response = await app.inject({ method, url, headers, payload });
  expect(response).toMatchObject({ statusCode: 404 });
  expect(response.body).toContain("Oops! Page not found");
});

describe("/health", () => {
  let now = Date.now();
  test.override({ options: { now: () => now } });
  const health = async (app: FastifyInstance) => (await app.inject("/health")).json<unknown>();

  test("/health says whether requests can be stored and a channel fails for an hour, and no more", async ({
    app,
    store,
  }) => {
    await store.outbox.recordFailure("webhook", "503");
    now += HOUR_MS - 1;
    await store.outbox.recordFailure("webhook", "503");
    expect(await health(app)).toEqual({ status: "ok", notifications: "ok" });
    now += 1;
    expect(await health(app)).toEqual({ status: "ok", notifications: "failing" });
    rmSync(store.name);
    expect(await app.inject("/health")).toMatchObject({ statusCode: 503 });
    expect(await health(app)).toEqual({ status: "store unavailable" });
  });

  describe("without a channel", () => {
    test.override({ options: { channels: [] } });
    test("/health says that there is none", async ({ app }) => {
      expect(await health(app)).toEqual({ status: "ok", notifications: "none" });
    });
  });
});
