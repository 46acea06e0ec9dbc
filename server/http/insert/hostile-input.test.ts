import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { listRows } from "../../../test-support/rows.ts";
import { buildTestApp } from "../../../test-support/server.ts";
import { RESOURCE } from "../../../test-support/wire.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { openSqliteStore } from "../../store/sqlite/store.ts";

const folder = mkdtempSync(join(tmpdir(), "site-hostile-"));
const store = openSqliteStore(join(folder, "requests.sqlite"));
// So that forwarded addresses are parsed.
const app = await buildTestApp(store, { config: { trustProxy: ["127.0.0.1"] } });
afterAll(async () => {
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const VALID = JSON.stringify(MINIMAL_REQUIREMENT);
const INSERT = { url: RESOURCE, headers: { "content-type": "application/json" } };
const FORM = {
  url: "/request",
  headers: { "content-type": "application/x-www-form-urlencoded" },
};

function sent(headers: Record<string, string>) {
  return { url: RESOURCE, headers: { ...INSERT.headers, ...headers } };
}

// What takes a parser more than linear time would end the test's own.
describe("rejected at once, and nothing is stored:", () => {
  test.each([
    // Not 422: its fields are counted, not read.
    ["a form of 160,000 empty fields", 400, "+&".repeat(160_000), FORM],
    ["a form of escapes", 422, `email=${"%C3".repeat(100_000)}`, FORM],
    ["JSON nested 50,000 levels", 400, `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
    ["a text nested 6,000 levels", 400, `{"full_name":${"[".repeat(6_000)}${"]".repeat(6_000)}}`],
    ["a list of 100,000", 400, `{"hardware_setup":[${"1,".repeat(100_000)}1]}`],
    ["an address of dots", 400, VALID.replace("ada@example.org", `a@${"a.".repeat(100_000)}`)],
    [
      "a long content type",
      415,
      VALID,
      sent({ "content-type": `text/plain;${" ".repeat(15_000)}x` }),
    ],
    ["chunks", 411, VALID, sent({ "transfer-encoding": "chunked" })],
    ["more than 320 KiB", 413, " ".repeat(330_000)],
  ] as const)("%s", async (_what, status, payload, target = INSERT) => {
    expect(await app.inject({ method: "POST", payload, ...target })).toMatchObject({
      statusCode: status,
    });
    expect(await listRows(store)).toEqual([]);
  });
});

test.each([
  ["encodings", { "accept-encoding": "gzip;q=0.1, ".repeat(1_200) }],
  ["tags", { "if-none-match": '"a",'.repeat(3_800) }],
  ["forwarders", { "x-forwarded-for": "1.2.3.4,".repeat(1_900) }],
  ["digits of one forwarder", { "x-forwarded-for": "1".repeat(15_500) }],
])("a page requested with thousands of %s is served", async (_what, headers) => {
  expect(await app.inject({ url: "/", headers })).toMatchObject({ statusCode: 200 });
});
