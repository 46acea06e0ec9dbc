import * as fc from "fast-check";
import { expect } from "vitest";

import { FIELDS, findProblem } from "../../../domain/data-requirement.ts";
import { test } from "../../../test-support/app.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { RESOURCE } from "../../../test-support/wire.ts";

const RUNS = 1_000;
const SEED = 20_261_122;

/** Must not be in a response: file paths, SQL, a stack trace. */
const LEAKS =
  /\/work\/|\/tmp\/|node_modules|\.ts\b|sqlite|insert into|select .* from|\bat .*:\d+:\d+|errno/i;

test("no generated request causes a 5xx, leaks internals or stores an invalid row", async ({
  app,
  stored,
}) => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await app.inject(request);
      if (request.method === "POST" && response.statusCode < 300) accepted += 1;
      expect(response.statusCode, response.body).toBeLessThan(500);
      if (response.statusCode >= 400) expect(response.body).not.toMatch(LEAKS);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  const rows = stored();
  for (const row of rows) {
    for (const field of FIELDS) expect(findProblem(field, row[field])).toBeUndefined();
  }
  // A form sent twice is one request.
  expect(rows.length).toBeGreaterThan(RUNS / 50);
  expect(rows.length).toBeLessThanOrEqual(accepted);
});

/** Mostly what the page sends, so that many requests are stored. */
const mostly = <Value>(usual: Value, unusual: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: unusual });

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "a\r\nb: c"));
const name = fc.constantFrom(...FIELDS, "id", "__proto__", "constructor", "");
const value = fc.oneof(text, fc.jsonValue(), fc.array(fc.constantFrom("UMI", "x".repeat(101))));
const row = fc
  .dictionary(name, value, { maxKeys: 3 })
  .map((changes) => Object.fromEntries([FULL_REQUIREMENT, changes].flatMap(Object.entries)));
const json = fc.oneof(row, fc.array(row), fc.jsonValue()).map((body) => JSON.stringify(body));

const headers = fc.record(
  {
    "content-type": fc.constantFrom("text/plain", "application/json,text/html"),
    prefer: fc.constantFrom("return=representation", "resolution=merge-duplicates", ",,,"),
    "idempotency-key": fc.constantFrom("a", "é", "0199f3a1-7c00-4000-8000-00000c07398f"),
    "accept-encoding": fc.constantFrom("br", "gzip;q=x", ";;;", "*"),
    "if-none-match": fc.constantFrom("*", '"', "W/"),
  },
  { requiredKeys: [] },
);
const query = fc.oneof(
  fc.webQueryParameters(),
  fc.constantFrom("select=nope", "select=*,a(b)", "columns=email", "columns=a,,b", "select=%00"),
);

const inserts = fc.record({
  method: mostly<"POST" | "GET" | "DELETE">("POST", fc.constantFrom("GET", "DELETE")),
  url: fc
    .tuple(mostly(RESOURCE, fc.constantFrom("/rest/v1/%00", "/", "/%zz")), mostly("", query))
    .map(([path, search]) => `${path}?${search}`),
  headers: mostly<object>({}, headers).map((more) =>
    Object.assign({ "content-type": "application/json" }, more),
  ),
  payload: fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: text }),
});

const forms = fc.record({
  method: fc.constant("POST" as const),
  url: fc.constant("/request"),
  headers: fc.constant({ "content-type": "application/x-www-form-urlencoded" }),
  payload: row.map((each) => new URLSearchParams(each as Record<string, string>).toString()),
});

const requests = fc.oneof({ weight: 9, arbitrary: inserts }, { weight: 1, arbitrary: forms });
