import { expect } from "vitest";

import { test } from "../../test-support/app.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { RESOURCE } from "../../test-support/wire.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const OF_DOTS = JSON.stringify({ ...MINIMAL_REQUIREMENT, email: `a@${"a.".repeat(100_000)}` });

// What takes a parser more than linear time would end the test's own.
test.for([
  ["a form of 160,000 empty fields", 400, "/request", FORM_TYPE, "+&".repeat(160_000)],
  ["a form of escapes", 422, "/request", FORM_TYPE, `email=${"%C3".repeat(100_000)}`],
  ["an address of dots", 400, RESOURCE, JSON_TYPE, OF_DOTS],
  ["more than 320 KiB", 413, RESOURCE, JSON_TYPE, " ".repeat(330_000)],
] as const)(
  "%s gets %i at once, and nothing is stored",
  async ([, status, url, headers, payload], { app, stored }) => {
    const response = await app.inject({ method: "POST", url, headers, payload });
    expect(response.statusCode).toBe(status);
    expect(stored()).toEqual([]);
  },
);

test.for([
  ["thousands of ETags", { "if-none-match": '"a",'.repeat(3_800) }],
  ["half an ETag", { "if-none-match": '"' }],
  ["a malformed Accept-Encoding", { "accept-encoding": ";;;,gzip;q=x" }],
] as [string, Record<string, string>][])(
  "a page requested with %s is served",
  async ([, headers], { app }) => {
    expect(await app.inject({ url: "/?select=%00", headers })).toMatchObject({ statusCode: 200 });
  },
);
