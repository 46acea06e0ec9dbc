import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isEmail, TEXT_LIMITS, type TextField } from "../../domain/data-requirement.ts";
import { FRIENDLY_ORIGIN, startBackends, type Backend } from "../../test-support/backends.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

// One suite for the three backends: the site's form must not depend on where it is hosted.
const { backends, missing, stop } = await startBackends();
afterAll(stop);
if (missing !== null) process.stdout.write(`Skipped for one home or more: ${missing}.\n`);

describe.each(backends)("the contract on $name", (home) => {
  let before = 0;
  beforeAll(async () => {
    before = (await home.rows()).length;
  });
  const newRows = async () => {
    const rows = await home.rows();
    const added = rows.slice(0, rows.length - before);
    before = rows.length;
    return added;
  };

  test("the site's insert gives back the row that is stored", async () => {
    const client = new PostgrestClient(home.rest, { headers: { "Idempotency-Key": "first" } });
    const answer = await client.from("data_requirements").insert([FULL_REQUIREMENT]).select();
    expect(answer).toMatchObject({ status: 201, error: null });
    expect(answer.data).toEqual([expect.objectContaining(FULL_REQUIREMENT)]);
    const [row] = answer.data ?? [];
    expect(row.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(await newRows()).toEqual([
      expect.objectContaining({ ...FULL_REQUIREMENT, id: row.id, idempotency_key: "first" }),
    ]);
  });

  test("a key that was used stores nothing more, and says so", async () => {
    const twice = { headers: { "idempotency-key": "twice" } };
    expect(await post(home, MINIMAL_REQUIREMENT, twice)).toMatchObject({ status: 201 });
    const again = await post(home, FULL_REQUIREMENT, twice);
    expect(again).toMatchObject({ status: 409, body: { code: "23505" } });
    expect(await newRows()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
  });

  test("resolution=ignore-duplicates changes neither", async () => {
    const prefer = "return=representation,resolution=ignore-duplicates";
    const ignoring = { prefer, headers: { "idempotency-key": "ignoring" } };
    expect(await post(home, MINIMAL_REQUIREMENT, ignoring)).toMatchObject({ status: 201 });
    const again = await post(home, MINIMAL_REQUIREMENT, ignoring);
    expect(again).toMatchObject({ status: 409, body: { code: "23505" } });
    expect(await newRows()).toHaveLength(1);
  });

  test("of ten at once with one key, one is stored", async () => {
    const racing = { headers: { "idempotency-key": "race" } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(home, MINIMAL_REQUIREMENT, racing)),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await newRows()).toHaveLength(1);
  });

  test.each([
    ["a list of one", {}, [MINIMAL_REQUIREMENT]],
    ["an object", {}, MINIMAL_REQUIREMENT],
    ["other fields, when the columns are named", {}, { ...MINIMAL_REQUIREMENT, nope: 1 }],
  ])(
    "%s is stored, and answered with nothing when nothing is asked for",
    async (_what, _, body) => {
      const answer = await post(home, body, { query: `columns=${COLUMN_NAMES}`, prefer: "" });
      expect(answer).toMatchObject({ status: 201, body: null });
      expect(await newRows()).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
    },
  );

  test("columns can be chosen, and one object asked for", async () => {
    const answer = await post(home, MINIMAL_REQUIREMENT, {
      query: "select=email,id",
      headers: { accept: "application/vnd.pgrst.object+json" },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ email: MINIMAL_REQUIREMENT.email, id: expect.any(String) });
    expect(await newRows()).toHaveLength(1);
  });

  test("what is not text is kept as its JSON", async () => {
    await post(home, { ...MINIMAL_REQUIREMENT, phone: 442079460000, role_title: true });
    expect(await newRows()).toMatchObject([{ phone: "442079460000", role_title: "true" }]);
  });

  test.each(Object.entries(TEXT_LIMITS) as [TextField, number][])(
    "%s holds %i characters, as people count them, and not one more",
    async (field, limit) => {
      const filled = field === "email" ? `${"é".repeat(limit - 5)}@b.co` : "🤖".repeat(limit);
      const fits = await post(home, { ...MINIMAL_REQUIREMENT, [field]: filled });
      expect(fits).toMatchObject({ status: 201 });
      expect(await newRows()).toMatchObject([{ [field]: filled }]);
      const longer = await post(home, { ...MINIMAL_REQUIREMENT, [field]: `é${filled}` });
      expect(longer).toMatchObject(checkFailure(field));
      expect(await newRows()).toEqual([]);
    },
  );

  test.each([
    "ada@example.org",
    "jörg@exämple.de",
    "a@b.c.d",
    "a@b",
    "a@.b",
    "a@b.",
    "a@b..c",
    "a b@c.de",
    "a@b@c.de",
    "a@b.de\n",
    "a\u00a0@b.de",
    "a@b\u3000.de",
    "@b.de",
    "a",
    "",
  ])("the address %j is judged as the form judges it", async (email) => {
    const answer = await post(home, { ...MINIMAL_REQUIREMENT, email });
    expect(answer).toMatchObject(isEmail(email) ? { status: 201 } : checkFailure("email"));
    expect(await newRows()).toHaveLength(isEmail(email) ? 1 : 0);
  });

  test.each([
    ...["full_name", "phone", "company"].flatMap((field) =>
      ["", "  ", "\n\t", "\u00a0", "\u2003\ufeff"].map((blank) => [field, blank] as const),
    ),
    ["budget_range", "1k"],
    ["budget_range", ""],
    ["hardware_setup", Array<string>(21).fill("arm")],
    ["hardware_setup", ["🤖".repeat(101)]],
  ] as const)("%s must not be %j", async (field, value) => {
    const answer = await post(home, { ...MINIMAL_REQUIREMENT, [field]: value });
    expect(answer).toMatchObject(checkFailure(field));
    expect(await newRows()).toEqual([]);
  });

  test("a list holds 20 entries of 100 characters", async () => {
    const hardware_setup = Array<string>(20).fill("🤖".repeat(100));
    expect(await post(home, { ...MINIMAL_REQUIREMENT, hardware_setup })).toMatchObject({
      status: 201,
    });
    expect(await newRows()).toMatchObject([{ hardware_setup }]);
  });

  test.each(["full_name", "email", "phone", "company"])("%s must be there", async (field) => {
    const { [field]: _, ...rest } = { ...MINIMAL_REQUIREMENT } as Record<string, unknown>;
    const message = expect.stringContaining(`"${field}"`);
    const refused = { status: 400, body: { code: "23502", message } };
    expect(await post(home, rest)).toMatchObject(refused);
    expect(await post(home, { ...rest, [field]: null })).toMatchObject(refused);
    expect(await newRows()).toEqual([]);
  });

  const key = "k".repeat(101);
  const columns = `columns=${COLUMN_NAMES}`;
  test.each<[string, number, string, unknown, PostOptions?]>([
    ["text for a list", 400, "22P02", { ...MINIMAL_REQUIREMENT, hardware_setup: "UMI" }],
    ["NUL", 400, "22P05", { ...MINIMAL_REQUIREMENT, company: "a\0b" }, { query: columns }],
    ["a column that is none", 400, "PGRST204", { ...MINIMAL_REQUIREMENT, nope: 1 }],
    [
      "__proto__",
      400,
      "PGRST204",
      raw(JSON.stringify(MINIMAL_REQUIREMENT).replace("{", '{"__proto__":1,')),
    ],
    ["an id of one's own", 401, "42501", { ...MINIMAL_REQUIREMENT, id: crypto.randomUUID() }],
    ["a time of one's own", 401, "42501", { ...MINIMAL_REQUIREMENT, created_at: "2020-01-01" }],
    ["a transaction of one's own", 401, "42501", { ...MINIMAL_REQUIREMENT, created_in: "1" }],
    ["a key in the body", 401, "42501", { ...MINIMAL_REQUIREMENT, idempotency_key: "x" }],
    ["a reply that never was", 401, "42501", { ...MINIMAL_REQUIREMENT, replied_at: "2020-01-01" }],
    [
      "half a character",
      400,
      "22P02",
      { ...MINIMAL_REQUIREMENT, company: "\ud800" },
      { query: columns },
    ],
    ["no JSON", 400, "PGRST102", raw("{nope")],
    ["no JSON, columns named", 400, "22P02", raw("{nope"), { query: columns }],
    ["an empty body", 400, "PGRST102", raw("")],
    ["a key too long", 400, "23514", MINIMAL_REQUIREMENT, { headers: { "idempotency-key": key } }],
    ["an unknown column to give back", 400, "42703", MINIMAL_REQUIREMENT, { query: "select=nope" }],
    ["an upsert", 401, "42501", MINIMAL_REQUIREMENT, { prefer: "resolution=merge-duplicates" }],
  ])("%s is refused with %i %s and no row", async (_what, status, code, body, options) => {
    expect(await post(home, body, options)).toMatchObject({ status, body: { code } });
    expect(await newRows()).toEqual([]);
  });

  test.each(["PATCH", "DELETE"])("%s is refused and changes nothing", async (method) => {
    const answer = await send(home, method, '{"full_name":"Eve"}', { query: "id=not.is.null" });
    expect(answer).toMatchObject({ status: 401, body: { code: "42501" } });
    expect(await newRows()).toEqual([]);
  });

  test("the public reads nothing", async () => {
    const answer = await send(home, "GET", undefined, { query: "select=*" });
    expect(answer.status === 200 ? answer.body : []).toEqual([]);
  });

  test("there is no other table", async () => {
    const answer = await fetch(`${home.rest}/nope`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(404);
  });

  test("a page of a friendly origin may send, its key included", async () => {
    const preflight = await fetch(`${home.rest}/data_requirements`, {
      method: "OPTIONS",
      headers: {
        origin: FRIENDLY_ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,prefer,idempotency-key,apikey",
      },
    });
    expect(preflight.ok).toBe(true);
    expect([FRIENDLY_ORIGIN, "*"]).toContain(preflight.headers.get("access-control-allow-origin"));
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase();
    for (const name of ["content-type", "prefer", "idempotency-key", "apikey"]) {
      expect(allowed).toContain(name);
    }
    const posted = await post(home, MINIMAL_REQUIREMENT, { headers: { origin: FRIENDLY_ORIGIN } });
    expect([FRIENDLY_ORIGIN, "*"]).toContain(posted.headers.get("access-control-allow-origin"));
    expect(await newRows()).toHaveLength(1);
  });
});

// Each row stands in docs/backends.md.
describe.each(backends)("where backends differ by design, on $name", (home) => {
  const hosted = home.name === "PostgREST";

  test.each<[string, () => Promise<Answer>, [number, string], [number, string | null]]>([
    ["reading", () => send(home, "GET"), [401, "42501"], [200, null]],
    ["an empty list", () => post(home, []), [400, "PGRST102"], [201, null]],
    ["a scalar", () => post(home, 5), [400, "PGRST102"], [201, null]],
    [
      "two rows",
      () => post(home, [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT]),
      [400, "PGRST102"],
      [201, null],
    ],
    [
      "two rows with a key",
      () =>
        post(home, [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT], {
          headers: { "idempotency-key": "for two" },
        }),
      [400, "PGRST102"],
      [409, "23505"],
    ],
    [
      "no content type",
      () => post(home, MINIMAL_REQUIREMENT, { type: null }),
      [415, "PGRST102"],
      [201, null],
    ],
    [
      "an array literal",
      () => post(home, { ...MINIMAL_REQUIREMENT, hardware_setup: "{UMI}" }),
      [400, "22P02"],
      [201, null],
    ],
    [
      "an empty entry in a list",
      () => post(home, { ...MINIMAL_REQUIREMENT, hardware_setup: [null] }),
      [400, "22P02"],
      [400, "23514"],
    ],
    [
      "a list in a list",
      () => post(home, { ...MINIMAL_REQUIREMENT, hardware_setup: [["a"]] }),
      [400, "22P02"],
      [400, "23514"],
    ],
    [
      "plain text",
      () => post(home, MINIMAL_REQUIREMENT, { type: "text/plain" }),
      [415, "PGRST102"],
      [400, "PGRST102"],
    ],
    [
      "a large body",
      () => post(home, { ...MINIMAL_REQUIREMENT, company: "x".repeat(400_000) }),
      [413, "54000"],
      [400, "23514"],
    ],
  ])("%s", async (_what, ask, ours, theirs) => {
    const [status, code] = hosted ? theirs : ours;
    const answer = await ask();
    expect(answer.status).toBe(status);
    if (code !== null) expect(answer.body).toMatchObject({ code });
  });
});

type Answer = { status: number; headers: Headers; body: unknown };
type PostOptions = {
  query?: string;
  prefer?: string;
  headers?: Record<string, string>;
  /** Null sends none. */
  type?: string | null;
};

const COLUMN_NAMES = Object.keys(MINIMAL_REQUIREMENT)
  .map((name) => `"${name}"`)
  .join(",");

function raw(text: string): { raw: string } {
  return { raw: text };
}

function checkFailure(field: string) {
  const message = expect.stringContaining(`"data_requirements_${field}_check"`);
  return { status: 400, body: { code: "23514", message } };
}

async function post(home: Backend, body: unknown, options: PostOptions = {}): Promise<Answer> {
  const isRaw = typeof body === "object" && body !== null && "raw" in body;
  return send(home, "POST", isRaw ? String(body.raw) : JSON.stringify(body), options);
}

async function send(
  home: Backend,
  method: string,
  body?: string,
  options: PostOptions = {},
): Promise<Answer> {
  const { query = "", prefer = "return=representation", type = "application/json" } = options;
  const answer = await fetch(`${home.rest}/data_requirements?${query}`, {
    method,
    headers: { ...(type === null ? {} : { "content-type": type }), prefer, ...options.headers },
    // To bytes, unlike to text, fetch gives no type of its own.
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}
