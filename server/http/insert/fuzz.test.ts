import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { FIELDS } from "../../../domain/data-requirement.ts";
import { checkRow } from "./check-row.ts";
import { openSqliteStore } from "../../store/sqlite/store.ts";
import { listRows } from "../../../test-support/rows.ts";
import { buildTestApp } from "../../../test-support/server.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

const RUNS = 3_000;
const SEED = 20_261_122;

const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\ufeff",
  "🤖".repeat(201),
  "x".repeat(5_001),
  "ada@example.org",
  "'; drop table data_requirements; --",
  "../../../etc/passwd",
  "\u202e",
  "{a,b}",
  "\r\nSet-Cookie: a=b",
  "\u2028",
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  0,
  1e308,
  [],
  [null],
  ["UMI"],
  { a: 1 },
  Array(21).fill("a"),
  ["x".repeat(101)],
];
const NAMES = [
  ...FIELDS,
  "id",
  "created_at",
  "idempotency_key",
  "__proto__",
  "constructor",
  "nope",
  "",
];
const QUERIES = [
  "",
  "select=*",
  "select=nope",
  "select=*,a(b)",
  "columns=email",
  `columns=${FIELDS.join(",")}`,
  "columns=a,,b",
  "on_conflict=id",
  "select=%00",
  "%",
  "columns=constructor",
];
const FORM_TYPE = "application/x-www-form-urlencoded";
const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "application/json; charset=utf-16",
  FORM_TYPE,
  "text/plain",
  "multipart/form-data",
  "",
  "application/json,text/html",
];
const PATHS = [
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements/",
  "/rest/v1/",
  "/rest/v1/%00",
  "/rest/v1/%zz",
  "/health",
  "/",
  "/..%2f",
  "/%2e%2e/server/main.ts",
  "/index.html.br",
  "/assets/%5c..%5c",
];
const METHODS = ["POST", "POST", "POST", "POST", "GET", "PATCH", "DELETE", "OPTIONS"] as const;
const PREFERS = [
  "return=representation",
  "",
  "resolution=merge-duplicates",
  ",,,",
  "return=representation, count=exact",
];

/** Must not be in a response: file paths, SQL, a stack trace. */
const LEAKS =
  /\/work\/|\/tmp\/|node_modules|\.ts\b|sqlite|insert into|select .* from|\bat .*:\d+:\d+|errno/i;

test("no generated request causes a 5xx, leaks internals or stores an invalid row", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-fuzz-"));
  const store = openSqliteStore(join(folder, "requests.sqlite"));
  const app = await buildTestApp(store, { config: { allowedOrigins: ["https://a.example"] } });
  let stored = 0;

  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await app.inject(request);
      if ([201, 303].includes(response.statusCode)) stored += 1;
      expect(response.statusCode, response.body).toBeLessThan(500);
      // Input may be echoed; the rest of the response must be clean.
      if (response.statusCode < 400) return;
      expect(withoutEcho(response.body, request.url)).not.toMatch(LEAKS);
    }),
    { numRuns: RUNS, seed: SEED },
  );

  const rows = await listRows(store);
  for (const row of rows) expect(checkRow(row).kind).toBe("accepted");
  // A form sent twice is one request.
  expect(rows.length).toBeGreaterThan(RUNS / 50);
  expect(rows.length).toBeLessThanOrEqual(stored);
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Mostly what our page sends, so that many requests are stored, or else an unusual value. */
function mostly<Value>(usual: Value, unusual: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(...unusual) },
  );
}

function maybe(values: Record<string, string[]>): fc.Arbitrary<Record<string, string | undefined>> {
  const headers = Object.entries(values).map(([name, each]) => [name, fc.constantFrom(...each)]);
  const some = fc.record(Object.fromEntries(headers), { requiredKeys: [] });
  return fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some });
}

const values = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const rows = fc
  .tuple(
    mostly(true, [false]),
    fc.dictionary(fc.oneof(fc.constantFrom<string>(...FIELDS), fc.constantFrom(...NAMES)), values, {
      maxKeys: 3,
    }),
  )
  .map(([filled, changes]) => Object.assign({}, filled ? FULL_REQUIREMENT : {}, changes));

const bodies = fc
  .tuple(rows, fc.nat(9), fc.nat(19), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([row, shape, damage, at]) => ({ row, shape, damage, at }));

const requests = fc
  .record({
    type: mostly("application/json", TYPES),
    method: mostly("POST", METHODS),
    path: mostly("/rest/v1/data_requirements", PATHS),
    query: mostly("", QUERIES),
    prefer: fc.constantFrom(...PREFERS),
    more: maybe({
      "idempotency-key": ["a", "b", "x".repeat(101), "é"],
      "accept-encoding": ["br", "gzip;q=x", ";;;", "*"],
      range: ["bytes=0-1", "bytes=-0", "x", "bytes=0-,1-"],
      origin: ["null", "https://a.example", "::", "x"],
      "if-none-match": ["*", '"', "W/"],
    }),
    body: bodies,
  })
  .map(({ type, method, path, query, prefer, more, body }) => ({
    method,
    url: `${type === FORM_TYPE ? "/request" : path}?${query}`,
    headers: { ...(type === "" ? {} : { "content-type": type }), prefer, ...more },
    payload: write(body, type),
  }));

function write(
  { row, shape, damage, at }: { row: object; shape: number; damage: number; at: number },
  type: string,
): string {
  if (type.includes("urlencoded")) {
    const pairs = Object.entries(row).map(([name, value]) => [name, describe(value)] as const);
    return new URLSearchParams(Object.fromEntries(pairs)).toString();
  }
  const shapes: unknown[] = [row, row, row, [row], [row], [row, row], [], null, 5, [[row]]];
  const body = JSON.stringify(shapes[shape]) ?? "";
  // Truncated, doubled, or with a NUL; mostly intact.
  const damaged = [body.slice(0, Math.floor(at * body.length)), body + body, `${body}\u0000`];
  return damaged[damage] ?? body;
}

function describe(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function withoutEcho(body: string, url: string): string {
  const [path = ""] = url.split("?");
  return body.replaceAll(path.slice("/rest/v1/".length) || "\u0000", "");
}
