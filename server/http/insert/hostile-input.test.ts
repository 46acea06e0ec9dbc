import { expect } from "vitest";

import { test } from "../../../test-support/app.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { RESOURCE } from "../../../test-support/wire.ts";

const VALID = JSON.stringify(MINIMAL_REQUIREMENT);
const INSERT = { url: RESOURCE, headers: { "content-type": "application/json" } };
const FORM = { url: "/request", headers: { "content-type": "application/x-www-form-urlencoded" } };

const sent = (headers: Record<string, string>) => ({
  url: RESOURCE,
  headers: { ...INSERT.headers, ...headers },
});

// So that forwarded addresses are parsed.
test.override({ options: { config: { trustProxy: ["127.0.0.1"] } } });

// What takes a parser more than linear time would end the test's own.
test.for([
  // Not 422: its fields are counted, not read.
  ["a form of 160,000 empty fields", 400, "+&".repeat(160_000), FORM],
  ["a form of escapes", 422, `email=${"%C3".repeat(100_000)}`, FORM],
  ["JSON nested 50,000 levels", 400, `${"[".repeat(50_000)}${"]".repeat(50_000)}`, INSERT],
  ["a list of 100,000", 400, `{"hardware_setup":[${"1,".repeat(100_000)}1]}`, INSERT],
  ["an address of dots", 400, VALID.replace("ada@example.org", `a@${"a.".repeat(1e5)}`), INSERT],
  [
    "a long content type",
    415,
    VALID,
    sent({ "content-type": `text/plain;${" ".repeat(15_000)}x` }),
  ],
  ["chunks", 411, VALID, sent({ "transfer-encoding": "chunked" })],
  ["more than 320 KiB", 413, " ".repeat(330_000), INSERT],
] as const)(
  "%s gets %i at once, and nothing is stored",
  async ([_what, status, payload, target], { app, store }) => {
    const response = await app.inject({ method: "POST", payload, ...target });
    expect(response.statusCode).toBe(status);
    expect(await listRows(store)).toEqual([]);
  },
);

test.for([
  ["encodings", { "accept-encoding": "gzip;q=0.1, ".repeat(1_200) }],
  ["tags", { "if-none-match": '"a",'.repeat(3_800) }],
  ["forwarders", { "x-forwarded-for": "1.2.3.4,".repeat(1_900) }],
] as const)("a page requested with thousands of %s is served", async ([, headers], { app }) => {
  expect(await app.inject({ url: "/", headers })).toMatchObject({ statusCode: 200 });
});
