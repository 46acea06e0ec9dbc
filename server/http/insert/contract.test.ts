import { PostgrestClient } from "@supabase/postgrest-js";
import { beforeAll, describe, expect, test } from "vitest";

import {
  BUDGET_OPTIONS,
  HARDWARE_LIMITS,
  REQUIRED_FIELDS,
  replyDueAt,
  TEXT_LIMITS,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { toHeaders, UNTIMED } from "../../../domain/spam.ts";
import { ALLOWED_ORIGIN, startBackends, type Backend } from "../../../test-support/backends.ts";
import { ACCEPTED, REFUSED } from "../../../test-support/email-addresses.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

// One suite for the three backends: the site's form must not depend on where it is hosted.
const backends = await startBackends();

describe.each(backends)("the contract on $name", (backend) => {
  let before = 0;
  beforeAll(async () => {
    before = (await backend.rows()).length;
  });
  const newRows = async () => {
    const rows = await backend.rows();
    const added = rows.slice(0, rows.length - before);
    before = rows.length;
    return added;
  };

  test("the site's insert returns the stored row", async () => {
    const client = new PostgrestClient(backend.rest, { headers: { "Idempotency-Key": "first" } });
    const response = await client.from("data_requirements").insert([FULL_REQUIREMENT]).select();
    expect(response).toMatchObject({ status: 201, error: null });
    expect(response.data).toEqual([expect.objectContaining(FULL_REQUIREMENT)]);
    const [row] = response.data ?? [];
    expect(row.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(row.reply_due)).toBe(replyDueAt(row.created_at));
    expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(await newRows()).toEqual([
      expect.objectContaining({ ...FULL_REQUIREMENT, id: row.id, idempotency_key: "first" }),
    ]);
  });

  test("a used key stores nothing and gets 409", async () => {
    const twice = { headers: { "idempotency-key": "twice" } };
    expect(await post(backend, MINIMAL_REQUIREMENT, twice)).toMatchObject({ status: 201 });
    const again = await post(backend, FULL_REQUIREMENT, twice);
    expect(again).toMatchObject({ status: 409, body: { code: "23505" } });
    expect(await newRows()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
  });

  test("of ten concurrent inserts with one key, one is stored", async () => {
    const racing = { headers: { "idempotency-key": "race" } };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(backend, MINIMAL_REQUIREMENT, racing)),
    );
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await newRows()).toHaveLength(1);
  });

  test.each([
    ["a list of one", {}, [MINIMAL_REQUIREMENT]],
    ["an object", {}, MINIMAL_REQUIREMENT],
    ["an unknown field that columns= leaves out", {}, { ...MINIMAL_REQUIREMENT, nope: 1 }],
  ])(
    "%s is stored; without return=representation the response is empty",
    async (_what, _, body) => {
      const response = await post(backend, body, { query: `columns=${COLUMN_NAMES}`, prefer: "" });
      expect(response).toMatchObject({ status: 201, body: null });
      expect(await newRows()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
    },
  );

  test("select= chooses the columns of the returned row", async () => {
    const response = await post(backend, MINIMAL_REQUIREMENT, { query: "select=email,id" });
    expect(response.status).toBe(201);
    expect(response.body).toEqual([{ email: MINIMAL_REQUIREMENT.email, id: expect.any(String) }]);
    expect(await newRows()).toHaveLength(1);
  });

  test.each(Object.entries(TEXT_LIMITS) as [TextField, number][])(
    "%s holds at most %i Unicode characters",
    async (field, limit) => {
      const filled = field === "email" ? `${"e".repeat(limit - 5)}@b.co` : "🤖".repeat(limit);
      const fits = await post(backend, { ...MINIMAL_REQUIREMENT, [field]: filled });
      expect(fits).toMatchObject({ status: 201 });
      expect(await newRows()).toMatchObject([{ [field]: filled }]);
      const longer = await post(backend, { ...MINIMAL_REQUIREMENT, [field]: `e${filled}` });
      expect(longer).toMatchObject(checkFailure(field));
      expect(await newRows()).toEqual([]);
    },
  );

  test.each(ACCEPTED)("the e-mail address %j is stored", async (email) => {
    expect(await post(backend, { ...MINIMAL_REQUIREMENT, email })).toMatchObject({ status: 201 });
    expect(await newRows()).toMatchObject([{ email }]);
  });

  test.each([...REFUSED, "a@b.de\n", ""])("the e-mail address %j is refused", async (email) => {
    const response = await post(backend, { ...MINIMAL_REQUIREMENT, email });
    expect(response).toMatchObject(checkFailure("email"));
    expect(await newRows()).toEqual([]);
  });

  test.each([
    ...REQUIRED_FIELDS.map((field) => [field, "\u2003\ufeff"] as const),
    ["budget_range", "1k"],
    ["budget_range", ""],
    ["hardware_setup", Array<string>(HARDWARE_LIMITS.entries + 1).fill("arm")],
    ["hardware_setup", ["🤖".repeat(HARDWARE_LIMITS.characters + 1)]],
  ] as const)("%s must not be %j", async (field, value) => {
    const response = await post(backend, { ...MINIMAL_REQUIREMENT, [field]: value });
    expect(response).toMatchObject(checkFailure(field));
    expect(await newRows()).toEqual([]);
  });

  test("a list holds as many entries and characters as in the form", async () => {
    const { entries, characters } = HARDWARE_LIMITS;
    const hardware_setup = Array<string>(entries).fill("🤖".repeat(characters));
    expect(await post(backend, { ...MINIMAL_REQUIREMENT, hardware_setup })).toMatchObject({
      status: 201,
    });
    expect(await newRows()).toMatchObject([{ hardware_setup }]);
  });

  test("each budget of the form is stored", async () => {
    for (const { value } of BUDGET_OPTIONS) {
      await post(backend, { ...MINIMAL_REQUIREMENT, budget_range: value });
    }
    const stored = (await newRows()).map(({ budget_range }) => budget_range);
    expect(stored).toEqual(BUDGET_OPTIONS.map(({ value }) => value).toReversed());
  });

  test.each(REQUIRED_FIELDS)("%s is required", async (field) => {
    const message = expect.stringContaining(`"${field}"`);
    const response = await post(backend, { ...MINIMAL_REQUIREMENT, [field]: null });
    expect(response).toMatchObject({ status: 400, body: { code: "23502", message } });
    expect(await newRows()).toEqual([]);
  });

  const key = "k".repeat(101);
  const columns = `columns=${COLUMN_NAMES}`;
  test.each<[string, number, string, unknown, PostOptions?]>([
    ["text for a list", 400, "22P02", { ...MINIMAL_REQUIREMENT, hardware_setup: "UMI" }],
    ["NUL", 400, "22P05", { ...MINIMAL_REQUIREMENT, company: "a\0b" }, { query: columns }],
    ["an unknown column", 400, "PGRST204", { ...MINIMAL_REQUIREMENT, nope: 1 }],
    [
      "__proto__",
      400,
      "PGRST204",
      raw(JSON.stringify(MINIMAL_REQUIREMENT).replace("{", '{"__proto__":1,')),
    ],
    ["a chosen id", 401, "42501", { ...MINIMAL_REQUIREMENT, id: crypto.randomUUID() }],
    ["a key in the body", 401, "42501", { ...MINIMAL_REQUIREMENT, idempotency_key: "x" }],
    [
      "half a surrogate pair",
      400,
      "22P02",
      { ...MINIMAL_REQUIREMENT, company: "\ud800" },
      { query: columns },
    ],
    ["invalid JSON", 400, "PGRST102", raw("{nope")],
    ["an empty body", 400, "PGRST102", raw("")],
    [
      "a key that is too long",
      400,
      "23514",
      MINIMAL_REQUIREMENT,
      { headers: { "idempotency-key": key } },
    ],
    ["an unknown column in select=", 400, "42703", MINIMAL_REQUIREMENT, { query: "select=nope" }],
    ["an upsert", 401, "42501", MINIMAL_REQUIREMENT, { prefer: "resolution=merge-duplicates" }],
  ])("%s gets %i %s and stores nothing", async (_what, status, code, body, options) => {
    expect(await post(backend, body, options)).toMatchObject({ status, body: { code } });
    expect(await newRows()).toEqual([]);
  });

  test.each(["PATCH", "DELETE"])("%s gets 401 and changes nothing", async (method) => {
    const response = await send(backend, method, '{"full_name":"Eve"}', {
      query: "id=not.is.null",
    });
    expect(response).toMatchObject({ status: 401, body: { code: "42501" } });
    expect(await newRows()).toEqual([]);
  });

  test("the public cannot read rows", async () => {
    const response = await send(backend, "GET", undefined, { query: "select=*" });
    expect(response.status === 200 ? response.body : []).toEqual([]);
  });

  test("a page of an allowed origin may send an insert with its key", async () => {
    const preflight = await fetch(`${backend.rest}/data_requirements`, {
      method: "OPTIONS",
      headers: {
        origin: ALLOWED_ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": SENT_HEADERS.join(),
      },
    });
    expect(preflight.ok).toBe(true);
    expect([ALLOWED_ORIGIN, "*"]).toContain(preflight.headers.get("access-control-allow-origin"));
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase();
    for (const name of SENT_HEADERS) expect(allowed).toContain(name);
    const posted = await post(backend, MINIMAL_REQUIREMENT, {
      headers: { origin: ALLOWED_ORIGIN },
    });
    expect([ALLOWED_ORIGIN, "*"]).toContain(posted.headers.get("access-control-allow-origin"));
    expect(await newRows()).toHaveLength(1);
  });
});

// Each row is documented in docs/backends.md.
describe.each(backends)("where backends differ by design, on $name", (backend) => {
  const hosted = backend.name === "PostgREST";

  test.each<[string, () => Promise<BackendResponse>, [number, string], [number, string | null]]>([
    ["reading", () => send(backend, "GET"), [401, "42501"], [200, null]],
    [
      "two rows",
      () => post(backend, [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT]),
      [400, "PGRST102"],
      [201, null],
    ],
    [
      "a reason for spam in the body",
      () => post(backend, { ...MINIMAL_REQUIREMENT, suspected_spam: null }),
      [400, "PGRST204"],
      [401, "42501"],
    ],
    [
      "plain text",
      () => post(backend, MINIMAL_REQUIREMENT, { type: "text/plain" }),
      [415, "PGRST102"],
      [400, "PGRST102"],
    ],
    [
      "a number for a text",
      () => post(backend, { ...MINIMAL_REQUIREMENT, phone: 442079460000 }),
      [400, "22P02"],
      [201, null],
    ],
    [
      "an unknown parameter",
      () => post(backend, MINIMAL_REQUIREMENT, { query: "on_conflict=id" }),
      [400, "PGRST100"],
      [201, null],
    ],
    [
      "a large body",
      () => post(backend, { ...MINIMAL_REQUIREMENT, company: "x".repeat(400_000) }),
      [413, "54000"],
      [400, "23514"],
    ],
  ])("%s", async (_what, request, ours, theirs) => {
    const [status, code] = hosted ? theirs : ours;
    const response = await request();
    expect(response.status).toBe(status);
    if (code !== null) expect(response.body).toMatchObject({ code });
  });
});

type BackendResponse = { status: number; headers: Headers; body: unknown };
type PostOptions = {
  query?: string;
  prefer?: string;
  headers?: Record<string, string>;
  type?: string;
};

const COLUMN_NAMES = Object.keys(MINIMAL_REQUIREMENT)
  .map((name) => `"${name}"`)
  .join(",");

const SENT_HEADERS = [
  "content-type",
  "prefer",
  "idempotency-key",
  "apikey",
  ...Object.keys(toHeaders(UNTIMED)),
];

function raw(text: string): { raw: string } {
  return { raw: text };
}

function checkFailure(field: string) {
  const message = expect.stringContaining(`"data_requirements_${field}_check"`);
  return { status: 400, body: { code: "23514", message } };
}

async function post(
  backend: Backend,
  body: unknown,
  options: PostOptions = {},
): Promise<BackendResponse> {
  const isRaw = typeof body === "object" && body !== null && "raw" in body;
  return send(backend, "POST", isRaw ? String(body.raw) : JSON.stringify(body), options);
}

async function send(
  backend: Backend,
  method: string,
  body?: string,
  options: PostOptions = {},
): Promise<BackendResponse> {
  const { query = "", prefer = "return=representation", type = "application/json" } = options;
  const response = await fetch(`${backend.rest}/data_requirements?${query}`, {
    method,
    headers: { "content-type": type, prefer, ...options.headers },
    // To bytes, unlike to text, fetch gives no type of its own.
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}
