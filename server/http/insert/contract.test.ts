import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { HARDWARE_LIMITS, replyDueAt, REQUIRED_FIELDS } from "../../../domain/data-requirement.ts";
import { BACKENDS, startBackend, type Backend } from "../../../test-support/backends.ts";
import { ACCEPTED_VALUES, REJECTED_VALUES } from "../../../test-support/field-values.ts";
import { listRows } from "../../../test-support/rows.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

/** One insert as it is sent; a text is sent as it is. */
type Sent = {
  body?: unknown;
  query?: string;
  prefer?: string;
  type?: string;
  headers?: Record<string, string>;
};

const COLUMNS = `columns=${Object.keys(MINIMAL_REQUIREMENT).join()}`;

const withField = (field: string, value: unknown): Sent => ({
  body: { ...MINIMAL_REQUIREMENT, [field]: value },
});

/** For an assertion's message. */
const show = (field: string, value: unknown) => `${field}: ${JSON.stringify(value)}`;

/** What every backend rejects, with the same status and code. */
const REJECTED: [string, number, string, Sent][] = [
  ...REQUIRED_FIELDS.map((field): [string, number, string, Sent] => [
    `null for ${field}`,
    400,
    "23502",
    withField(field, null),
  ]),
  ["invisible text for a name", 400, "23514", withField("full_name", "\u2003\ufeff")],
  ["a line break after an address", 400, "23514", withField("email", "a@b.de\n")],
  [
    "a long entry of a list",
    400,
    "23514",
    withField("hardware_setup", ["🤖".repeat(HARDWARE_LIMITS.characters + 1)]),
  ],
  ["text for a list", 400, "22P02", withField("hardware_setup", "UMI")],
  ["a line break in a name", 400, "23514", withField("full_name", "Ada\rByron")],
  ["a line break in an option", 400, "23514", withField("hardware_setup", ["UMI\u2028"])],
  ["an unknown column", 400, "PGRST204", withField("nope", 1)],
  [
    "__proto__",
    400,
    "PGRST204",
    { body: JSON.stringify(MINIMAL_REQUIREMENT).replace("{", '{"__proto__":1,') },
  ],
  ["a chosen id", 401, "42501", withField("id", crypto.randomUUID())],
  ["a key in the body", 401, "42501", withField("idempotency_key", "x")],
  ["a key that is too long", 400, "23514", { headers: { "idempotency-key": "k".repeat(101) } }],
  ["invalid JSON", 400, "PGRST102", { body: "{nope" }],
  ["an empty body", 400, "PGRST102", { body: "" }],
];

/** How our server responds, and PostgREST; docs/backends.md has each row. */
const DIFFERENT: [string, [number, string?], [number, string?], Sent][] = [
  ["NUL", [400, "23514"], [400, "22P05"], { ...withField("company", "a\0b"), query: COLUMNS }],
  [
    "half a character",
    [400, "23514"],
    [400, "22P02"],
    { ...withField("company", "\ud800"), query: COLUMNS },
  ],
  [
    "two rows",
    [400, "PGRST102"],
    [400, "PT400"],
    { body: [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT] },
  ],
  ["a reason for spam", [400, "PGRST204"], [401, "42501"], withField("held_reason", null)],
  ["plain text", [415, "PGRST102"], [400, "PGRST102"], { type: "text/plain" }],
  ["a number for a text", [400, "22P02"], [201], withField("company", 442079460000)],
  ["an unknown column in select=", [201], [400, "42703"], { query: "select=nope" }],
  ["an upsert", [201], [401, "42501"], { prefer: "resolution=merge-duplicates" }],
  ["a large body", [413, "54000"], [400, "23514"], withField("company", "x".repeat(400_000))],
];

// The site's form must not depend on where it is hosted.
describe.each(BACKENDS)("an insert on %s", (kind) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  beforeEach(() => backend.store.requests.erase({}));
  afterAll(() => backend.stop());

  const stored = () => listRows(backend.store);
  const send = async (method: string, { query = "", ...sent }: Sent = {}) => {
    const { body = MINIMAL_REQUIREMENT, prefer = "return=representation" } = sent;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${backend.rest}/data_requirements?${query}`, {
      method,
      headers: { "content-type": sent.type ?? "application/json", prefer, ...sent.headers },
      // To bytes, unlike to text, fetch gives no type of its own.
      ...(method !== "GET" && { body: Buffer.from(text) }),
    });
    const content = await response.text();
    return {
      status: response.status,
      body: content === "" ? null : (JSON.parse(content) as unknown),
    };
  };
  const post = (sent?: Sent) => send("POST", sent);

  test("by the site's own client returns the stored row", async () => {
    const client = new PostgrestClient(backend.rest, { headers: { "Idempotency-Key": "first" } });
    const response = await client.from("data_requirements").insert([FULL_REQUIREMENT]).select();
    expect(response).toMatchObject({ status: 201, error: null });
    expect(response.data).toEqual([expect.objectContaining(FULL_REQUIREMENT)]);
    const [row] = response.data ?? [];
    expect(row.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(row.reply_due)).toBe(replyDueAt(Date.parse(row.created_at)));
    expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(await stored()).toEqual([
      expect.objectContaining({ ...FULL_REQUIREMENT, id: row.id, idempotency_key: "first" }),
    ]);
  });

  test("is stored once, however often its key is sent at the same time", async () => {
    const headers = { "idempotency-key": "race" };
    const sent = Array.from({ length: 10 }, () => post({ headers }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    expect(await post({ body: FULL_REQUIREMENT, headers })).toMatchObject({
      status: 409,
      body: { code: "23505" },
    });
    expect(await stored()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
  });

  test.each([
    ["a list of one", [MINIMAL_REQUIREMENT]],
    ["an object", MINIMAL_REQUIREMENT],
  ])("of %s is stored; unless asked for, the row is not returned", async (_what, body) => {
    const response = await post({ body, query: COLUMNS, prefer: "" });
    expect(response).toMatchObject({ status: 201, body: null });
    expect(await stored()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
  });

  test("stores what the domain accepts", async () => {
    for (const [field, value] of ACCEPTED_VALUES) {
      expect(await post(withField(field, value)), show(field, value)).toMatchObject({
        status: 201,
      });
      expect((await stored())[0]).toMatchObject({ [field]: value });
    }
  });

  test("rejects what the domain rejects, and names the field", async () => {
    for (const [field, value] of REJECTED_VALUES) {
      const message = expect.stringContaining(`"data_requirements_${field}_check"`);
      const rejection = { status: 400, body: { code: "23514", message } };
      expect(await post(withField(field, value)), show(field, value)).toMatchObject(rejection);
    }
    expect(await stored()).toEqual([]);
  });

  test.each(REJECTED)(
    "with %s gets %i %s and stores nothing",
    async (_what, status, code, sent) => {
      expect(await post(sent)).toMatchObject({ status, body: { code } });
      expect(await stored()).toEqual([]);
    },
  );

  test.each(DIFFERENT)(
    "with %s: our server %j, PostgREST %j",
    async (_what, ours, theirs, sent) => {
      const [status, code] = kind === "PostgREST" ? theirs : ours;
      const response = await post(sent);
      expect(response.status).toBe(status);
      if (code !== undefined) expect(response.body).toMatchObject({ code });
    },
  );

  test.each(["PATCH", "DELETE"])("cannot be undone: %s gets 401", async (method) => {
    await post();
    const response = await send(method, { body: { full_name: "Eve" }, query: "id=not.is.null" });
    expect(response).toMatchObject({ status: 401, body: { code: "42501" } });
    expect(await stored()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
  });

  test("cannot be read by others: our server 401, PostgREST an empty list", async () => {
    await post();
    const response = await send("GET", { query: "select=*" });
    const empty = { status: 200, body: [] };
    const rejected = { status: 401, body: { code: "42501" } };
    expect(response).toMatchObject(kind === "PostgREST" ? empty : rejected);
  });
});
