import { rmSync } from "node:fs";

import { expect } from "vitest";

import { test } from "../../test-support/app.ts";
import { ADA, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const PASSWORD = "a long password";
test.override({ options: { config: { deskPassword: PASSWORD, ratePerMinute: 4 } } });

test("every response under /request and /requests has strict headers, and is not cached", async ({
  app,
  store,
}) => {
  const request = await store.insert(MINIMAL_REQUIREMENT, null, null);
  const page = `/requests/${request?.id}`;
  const send = async (url: string, form?: object, headers: object = {}) => {
    const response = await app.inject({
      method: form ? "POST" : "GET",
      url,
      headers: {
        authorization: `Basic ${Buffer.from(`Ada:${PASSWORD}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form as Record<string, string>).toString() }),
    });
    expect(response.headers, `${url} ${response.statusCode}`).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'self'",
      "x-content-type-options": "nosniff",
    });
    return response.statusCode;
  };
  const crossSite = { "sec-fetch-site": "cross-site" };
  const wrong = { authorization: "Basic QWRhOg==" };

  expect(await send("/request", ADA)).toBe(200);
  expect(await send("/request", { ...ADA, email: "" })).toBe(422);
  expect(await send("/request", { ...ADA, company: "x".repeat(400_000) })).toBe(413);
  expect(await send("/request", ADA, { "content-type": "text/plain" })).toBe(415);
  expect(await send("/request", ADA)).toBe(429);
  expect(await send("/request", ADA, crossSite)).toBe(403);
  expect(await send("/request")).toBe(404);

  expect(await send("/requests")).toBe(200);
  expect(await send("/requests/export.csv")).toBe(200);
  expect(await send(page)).toBe(200);
  expect(await send(page, { action: "note", note: "a" })).toBe(303);
  expect(await send(page, { action: "note", note: "b" })).toBe(409);
  expect(await send(page, { action: "note", note: "b".repeat(501) })).toBe(413);
  expect(await send(page, { action: "unknown" })).toBe(404);
  expect(await send(page, { action: "replied" }, crossSite)).toBe(403);
  expect(await send("/requests/none")).toBe(404);
  expect(await send("/requests/none/none")).toBe(404);
  expect(await send("/requests/%zz")).toBe(404);
  expect(await send("/requests", undefined, wrong)).toBe(401);

  rmSync(store.name);
  expect(await send(page)).toBe(503);
  for (let turn = 0; turn < 9; turn += 1) await send("/requests", undefined, wrong);
  expect(await send("/requests", undefined, wrong)).toBe(429);
});
