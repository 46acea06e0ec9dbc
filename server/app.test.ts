import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { SqliteStore } from "./sqlite-store.ts";
import type { StaticSite } from "./static-site.ts";
import { listRows } from "../test-support/homes.ts";
import { buildTestApp } from "../test-support/server.ts";
import { LEAST_REQUIREMENT } from "../test-support/valid-requirement.ts";

const scratch = mkdtempSync(join(tmpdir(), "site-app-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let store: SqliteStore;
beforeEach(() => {
  store = new SqliteStore(join(mkdtempSync(join(scratch, "data-")), "requests.sqlite"));
});
afterEach(() => store.close());

const insert = {
  method: "POST",
  url: "/rest/v1/data_requirements",
  payload: LEAST_REQUIREMENT,
} as const;

describe("requests from one address", () => {
  test("past the limit are told when to come back, and not stored", async () => {
    const app = await buildTestApp(store, { environment: { ratePerMinute: 2 }, now: () => 0 });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.inject(insert)).statusCode);
    expect(statuses).toEqual([201, 201, 429]);
    const answer = await app.inject(insert);
    expect(answer.headers["retry-after"]).toBe("30");
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
        environment: { ratePerMinute: 1, trustProxy },
        now: () => 0,
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

describe("more at once than the server takes", () => {
  test("are shed with 503 until those in work are done, and the site is not", async () => {
    const app = await buildTestApp(store, { mostInFlight: 2 });
    const origin = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const body = JSON.stringify(LEAST_REQUIREMENT);
    const head = `POST ${insert.url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const slow = [0, 1].map(() => {
      const socket = connect(Number(origin.port), origin.hostname);
      socket.write(head);
      return socket;
    });
    const post = () =>
      fetch(`${origin.origin}${insert.url}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    // The two may take a moment to arrive; what is stored until then does not matter.
    let answer = await post();
    while (answer.status === 201) answer = await post();
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ code: "53000" });
    expect(await fetch(origin)).toMatchObject({ status: 200 });

    for (const socket of slow) {
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.write(body);
      expect(String(await answered)).toMatch(/^HTTP\/1\.1 201 /);
      socket.destroy();
    }
    let recovered = await post();
    while (recovered.status === 503) recovered = await post();
    expect(recovered.status).toBe(201);
    await app.close();
  });
});

test("who is slow to speak, or too many, is cut off", async () => {
  const { server } = await buildTestApp(store);
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    maxConnections: 2_000,
  });
});

test("a page that fails costs its own connection, and says nothing of a visitor", async () => {
  let log = "";
  const site: StaticSite = {
    pageHeaders: {},
    answer({ url }, response) {
      if (url === "/broken") throw new Error("This page is broken.");
      response.end("whole");
    },
  };
  const app = await buildTestApp(store, { site, log: { write: (line) => void (log += line) } });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  await expect(fetch(`${origin}/broken`)).rejects.toThrow();
  expect(await (await fetch(origin)).text()).toBe("whole");
  expect(log).toContain("This page is broken.");
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
      environment: { allowedOrigins: ["https://a.example"] },
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

test("health tells what the provider owes", async () => {
  const app = await buildTestApp(store);
  await store.outbox.setChannels(["email"]);
  await app.inject(insert);
  const answer = await app.inject("/health");
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(answer.json()).toEqual({
    status: "ok",
    undelivered: 1,
    failing: 0,
    oldest_undelivered_seconds: expect.any(Number),
    overdue_replies: 0,
  });
  await app.close();
});
