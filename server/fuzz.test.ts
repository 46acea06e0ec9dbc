import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { FIELDS } from "../domain/data-requirement.ts";
import { checkRequirement } from "./check-requirement.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { listRows } from "../test-support/homes.ts";
import { createRandom, pick } from "../test-support/seeded-random.ts";
import { buildTestApp } from "../test-support/server.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const ROUNDS = 12_000;
const SEED = 20_261_120;

const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\ufeff",
  "🤖".repeat(201),
  "x".repeat(5_001),
  "ada@example.org",
  "ada@example",
  "'; drop table data_requirements; --",
  "<script>",
  "${7*7}",
  "../../etc/passwd",
  "%00",
  "\u202e",
  "null",
  "{a,b}",
  "under-10k",
  "\r\nSet-Cookie: a=b",
  "=cmd()",
  "\u2028",
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  0,
  -1,
  1e308,
  [],
  {},
  [[]],
  [null],
  ["UMI"],
  [1, "a"],
  { a: 1 },
  Array(21).fill("a"),
  ["x".repeat(101)],
  undefined,
];
const NAMES = [
  ...FIELDS,
  "id",
  "created_at",
  "created_in",
  "idempotency_key",
  "__proto__",
  "constructor",
  "toString",
  "kind",
  "nope",
  "",
];
const QUERIES = [
  "",
  "select=*",
  "select=id",
  "select=nope",
  "select=*,a(b)",
  "select=id&select=email",
  "columns=",
  "columns=email",
  `columns=${FIELDS.join(",")}`,
  "columns=%22email%22",
  "columns=a,,b",
  "columns[]=a",
  "on_conflict=id",
  "__proto__=1",
  "select=%00",
  "%",
  "a=%ff",
  "columns=constructor",
  "limit=1",
];
const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/csv",
  "multipart/form-data",
  "",
  "application/json,text/html",
  "\t",
  "APPLICATION/JSON",
];
const PATHS = [
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements",
  "/rest/v1/data_requirements/",
  "/rest/v1/",
  "/rest/v1/rpc/x",
  "/rest/v1/%00",
  "/rest/v1/%zz",
  "/rest",
  "/health",
  "/",
  "/..%2f",
  "/%2e%2e/server/main.ts",
  "/index.html.br",
  "/_headers",
  "//a",
  "/assets/%5c..%5c",
];
const METHODS = [
  "POST",
  "POST",
  "POST",
  "POST",
  "GET",
  "HEAD",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
] as const;
const PREFERS = [
  "return=representation",
  "return=minimal",
  "",
  "resolution=merge-duplicates",
  ",,,",
  "tx=rollback",
  "return=representation, count=exact",
];

/** What must never stand in an answer: our paths, the database's words, a trace. */
const LEAKS =
  /\/work\/|\/tmp\/|node_modules|\.ts\b|sqlite|insert into|select .* from|\bat .*:\d+:\d+|errno/i;

test(`${ROUNDS} seeded bodies, headers and paths: no error of ours, no broken row, no leak`, async () => {
  const random = createRandom(SEED);
  const folder = mkdtempSync(join(tmpdir(), "site-fuzz-"));
  const store = new SqliteStore(join(folder, "requests.sqlite"));
  const app = await buildTestApp(store, { environment: { allowedOrigins: ["https://a.example"] } });
  const counts = new Map<number, number>();

  for (let round = 0; round < ROUNDS; round += 1) {
    const request = makeRequest(random);
    const answer = await app.inject(request);
    const told = `round ${round}: ${JSON.stringify(request).slice(0, 500)} gave ${answer.statusCode} ${answer.body.slice(0, 300)}`;
    counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
    expect(answer.statusCode, told).toBeLessThan(500);
    // What was sent may come back; the rest of the answer must be clean.
    if (answer.statusCode >= 400)
      expect(withoutEcho(answer.body, request.url), told).not.toMatch(LEAKS);
  }

  const rows = await listRows(store);
  for (const row of rows) {
    const fields = Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
    expect(checkRequirement(fields as Parameters<typeof checkRequirement>[0]).kind).toBe(
      "accepted",
    );
  }
  const stored = (counts.get(201) ?? 0) + (counts.get(303) ?? 0);
  expect(rows.length).toBeGreaterThan(ROUNDS / 50);
  expect(rows.length).toBeLessThanOrEqual(stored);
  const summary = [...counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  process.stdout.write(
    `fuzz: seed ${SEED}, ${ROUNDS} requests, ${rows.length} rows (${summary.join(", ")})\n`,
  );

  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

function makeRequest(random: () => number) {
  const type = mostly(random, "application/json", TYPES);
  const key =
    random() < 0.3 ? { "idempotency-key": pick(random, ["a", "b", "x".repeat(101), "é"]) } : {};
  return {
    method: mostly(random, "POST", METHODS),
    url: `${mostly(random, "/rest/v1/data_requirements", PATHS)}?${mostly(random, "", QUERIES)}`,
    headers: {
      ...(type === "" ? {} : { "content-type": type }),
      prefer: pick(random, PREFERS),
      "accept-encoding": pick(random, ["br", "gzip;q=x", ";;;", "*"]),
      ...(random() < 0.1 ? { origin: pick(random, ["null", "https://a.example", "::", "x"]) } : {}),
      ...(random() < 0.1 ? { "if-none-match": pick(random, ["*", '"', "W/"]) } : {}),
      ...key,
    },
    payload: makeBody(random, type),
  };
}

/** What a browser of ours sends, so that much gets far, or something strange. */
function mostly<Item>(random: () => number, usual: Item, strange: readonly Item[]): Item {
  return random() < 0.6 ? usual : pick(random, strange);
}

function makeBody(random: () => number, type: string): string {
  const row: Record<string, unknown> = random() < 0.85 ? { ...FULL_REQUIREMENT } : {};
  const changes = Math.floor(random() * 3);
  for (let change = 0; change < changes; change += 1) {
    const name = random() < 0.7 ? pick(random, FIELDS) : pick(random, NAMES);
    Object.defineProperty(row, name, {
      value: pick(random, VALUES),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  if (type.includes("urlencoded")) {
    return new URLSearchParams(
      Object.entries(row).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  }
  const body = JSON.stringify(
    pick<unknown>(random, [row, row, row, [row], [row], [row, row], [], null, 5, "x", [[row]]]),
  );
  if (random() < 0.85) return body;
  // Cut short, doubled, or with a byte that is none.
  return pick(random, [
    body.slice(0, Math.floor(random() * body.length)),
    body + body,
    `${body}\u0000`,
    `\ufeff${body}`,
    "",
  ]);
}

function withoutEcho(body: string, url: string): string {
  const [path = ""] = url.split("?");
  return body.replaceAll(path.slice("/rest/v1/".length) || "\u0000", "");
}
