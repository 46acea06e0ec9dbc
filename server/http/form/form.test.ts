import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { RequirementStore } from "../../store/store.ts";
import { openSqliteStore } from "../../store/sqlite/store.ts";
import { listRows } from "../../../test-support/rows.ts";
import { buildTestApp } from "../../../test-support/server.ts";

const FILLED = {
  full_name: " Ada Byron ",
  email: "ada@example.org",
  phone: "1",
  company: "Engines",
  timeline: "soon\r\nplease",
  budget_range: "",
  leave_empty: "",
};

const { leave_empty: _, ...withoutHoneypot } = FILLED;

type Fields = Record<string, string> | [string, string][];

let folder: string;
let store: RequirementStore;
let now: number;
let app: FastifyInstance;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-form-"));
  now = Date.UTC(2026, 10, 20, 12);
  store = openSqliteStore(join(folder, "requests.sqlite"), { now: () => now });
  app = await buildTestApp(store, { now: () => now, config: { ratePerMinute: 5 } });
});
afterEach(async () => {
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

function post(fields: Fields, headers = {}) {
  return app.inject({
    method: "POST",
    url: "/request",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

describe("a form posted without script", () => {
  test("is trimmed and stored, and redirects to the confirmation", async () => {
    const response = await post([
      ...Object.entries(FILLED),
      ["hardware_setup", "UMI"],
      ["hardware_setup", "VR"],
    ]);
    expect(response).toMatchObject({ statusCode: 303, headers: { location: "/request?sent" } });
    const confirmation = await app.inject("/request?sent");
    expect(confirmation.statusCode).toBe(200);
    expect(confirmation.body).toContain("has been sent");
    expect(await app.inject("/request")).toMatchObject({ statusCode: 404 });
    expect(await listRows(store)).toMatchObject([
      {
        full_name: "Ada Byron",
        timeline: "soon\nplease",
        role_title: null,
        hardware_setup: ["UMI", "VR"],
        budget_range: null,
      },
    ]);
  });

  test("sent twice on one day is stored once; the next day it is a new request", async () => {
    expect(await post(FILLED)).toMatchObject({ statusCode: 303 });
    expect(await post(FILLED)).toMatchObject({ statusCode: 303 });
    expect(await listRows(store)).toHaveLength(1);
    now += 24 * 3_600_000;
    expect(await post(FILLED)).toMatchObject({ statusCode: 303 });
    expect(await listRows(store)).toHaveLength(2);
  });

  test.each([
    ["is announced", FILLED, null],
    ["with a filled honeypot is held as spam", { ...FILLED, leave_empty: "x" }, "honeypot"],
    ["without the form's honeypot is held as spam", withoutHoneypot, "no-form"],
  ])("%s, and gets the confirmation", async (_what, fields, suspected_spam) => {
    expect(await post(fields)).toMatchObject({ statusCode: 303 });
    expect(await listRows(store)).toMatchObject([{ suspected_spam }]);
  });

  test.each([
    ["a required field is blank", { ...FILLED, company: " " }, 422, "company: missing"],
    ["the address is malformed", { ...FILLED, email: "ada@home" }, 422, "email: malformed"],
    ["a text is too long", { ...FILLED, phone: "1".repeat(201) }, 422, "phone: too-long"],
    ["it holds NUL", { ...FILLED, company: "a\0b" }, 422, "cannot be stored"],
  ])("when %s, the page shows it and nothing is stored", async (_what, fields, status, message) => {
    const response = await post(fields);
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain(message);
    expect(response.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'self'",
      "cache-control": "no-store",
    });
    expect(await listRows(store)).toEqual([]);
  });

  test("over the rate limit, the response is a page with Retry-After", async () => {
    for (let turn = 0; turn < 5; turn += 1) await post({ ...FILLED, company: `c${turn}` });
    const response = await post({ ...FILLED, company: "one more" });
    expect(response).toMatchObject({ statusCode: 429, headers: { "retry-after": "60" } });
    expect(response.headers["content-type"]).toContain("text/html");
    expect(await listRows(store)).toHaveLength(5);
  });

  test.each([
    [{ "sec-fetch-site": "same-origin", origin: "null" }, 303],
    [{ origin: "null" }, 303],
    [{ origin: "http://site.example", host: "site.example" }, 303],
    [{ origin: "http://evil.example", host: "site.example" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
  ])("with %j it gets %i", async (headers, status) => {
    expect((await post(FILLED, headers)).statusCode).toBe(status);
    expect(await listRows(store)).toHaveLength(status === 303 ? 1 : 0);
  });
});
