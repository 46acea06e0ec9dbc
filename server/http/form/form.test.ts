import { rmSync } from "node:fs";

import type { FastifyInstance } from "fastify";
import { beforeEach, describe, expect } from "vitest";

import { MINUTE_MS } from "../../../domain/durations.ts";
import { test } from "../../../test-support/app.ts";
import { ENGINES } from "../../../test-support/engines.ts";
import { ADA, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

const FILLED = { ...ADA, full_name: ` ${ADA.full_name} ` };

let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 20, 12);
});
test.override({ options: { now: () => now, config: { ratePerMinute: 0 } } });

function post(app: FastifyInstance, fields: Record<string, string> = FILLED, headers = {}) {
  return app.inject({
    method: "POST",
    url: "/request",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

describe.each(ENGINES)("on %s", (engine) => {
  test.override({ engine });

  test("a sent form is trimmed and stored, and its sender gets a page with the reference", async ({
    app,
    stored,
  }) => {
    const response = await post(app);
    const rows = await stored();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      kind: "stored",
      reference: rows[0]?.id.slice(-8),
    });
    expect(rows).toMatchObject([MINIMAL_REQUIREMENT]);
  });

  test("the same form within ten minutes is one request, with one reference", async ({
    app,
    stored,
  }) => {
    const first = await post(app);
    expect((await post(app)).json()).toEqual(first.json());
    expect(await stored()).toHaveLength(1);
    await post(app, { ...FILLED, timeline: "later" });
    expect(await stored()).toHaveLength(2);
    now += 10 * MINUTE_MS + 1;
    const later = await post(app);
    expect(await stored()).toHaveLength(3);
    now += MINUTE_MS;
    expect((await post(app)).json()).toEqual(later.json());
    expect(await stored()).toHaveLength(3);
  });

  test("ten equal forms at once are one request, with one reference", async ({ app, stored }) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(app)));
    const references = responses.map(
      (response) => response.json<{ reference: string }>().reference,
    );
    expect(new Set(references).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  test("a form is stored although a colleague marked an equal one as spam", async ({
    app,
    store,
    stored,
  }) => {
    await post(app);
    await store.markSpam((await stored())[0]?.id ?? "");
    now += MINUTE_MS;
    await post(app);
    expect((await stored()).map(({ spam_reason }) => spam_reason)).toEqual(["flagged", null]);
  });

  test("a form is stored although its copy was sent as spam before", async ({ app, stored }) => {
    await post(app, { ...FILLED, leave_empty: "x" });
    now += MINUTE_MS;
    await post(app);
    expect((await stored()).map(({ spam_reason }) => spam_reason)).toEqual(["honeypot", null]);
  });

  test("a form with a filled honeypot is spam, and its sender gets the same page", async ({
    app,
    stored,
  }) => {
    const response = await post(app, { ...FILLED, leave_empty: "x" });
    expect(response.json()).toMatchObject({ kind: "stored" });
    expect(await stored()).toMatchObject([{ spam_reason: "honeypot" }]);
  });
});

test("when the email is malformed, the sender gets a page that says so", async ({
  app,
  stored,
}) => {
  const response = await post(app, { ...FILLED, email: "ada@home" });
  expect(response.statusCode).toBe(422);
  expect(response.body).toContain("Enter an email like name@lab.org");
  expect(response.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "same-origin",
  });
  expect(await stored()).toEqual([]);
});

test("when the texts are too long, the sender gets a page that says to shorten them", async ({
  app,
}) => {
  const response = await post(app, { ...FILLED, data_type: "x".repeat(400_000) });
  expect(response.statusCode).toBe(413);
  expect(response.body).toContain("shorten your texts");
});

describe("with a limit of five forms a minute", () => {
  test.override({ options: { now: () => now, config: { ratePerMinute: 5 } } });

  test("over the rate limit, the sender gets a page with Retry-After", async ({ app }) => {
    for (let turn = 0; turn < 5; turn += 1) await post(app);
    const response = await post(app);
    expect(response).toMatchObject({ statusCode: 429, headers: { "retry-after": "60" } });
    expect(response.headers["content-type"]).toContain("text/html");
  });
});

test("while requests cannot be stored, the sender gets a page that says so, and where the input is", async ({
  app,
  store,
}) => {
  await store.check();
  rmSync(store.name);
  const response = await post(app);
  expect(response).toMatchObject({ statusCode: 503, headers: { "retry-after": "2" } });
  expect(response.json()).toMatchObject({
    kind: "not-stored",
    advice: expect.stringMatching(/our request was not sent\. Go back .* still in the form\./),
  });
});

test.for([
  [{ origin: "null" }, 200],
  [{ origin: "http://evil.example", host: "site.example" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
] as const)("a browser that sends %j gets %i", async ([headers, status], { app, stored }) => {
  expect((await post(app, FILLED, headers)).statusCode).toBe(status);
  expect(await stored()).toHaveLength(status === 200 ? 1 : 0);
});
