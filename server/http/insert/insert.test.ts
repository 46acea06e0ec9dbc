import { PostgrestClient } from "@supabase/postgrest-js";
import type { FastifyInstance } from "fastify";
import { describe, expect } from "vitest";

import { INSERT_PATH, REST_PREFIX } from "../../../contract/routes.ts";
import type { DataRequirement } from "../../../domain/data-requirement.ts";
import type { SpamReason } from "../../../domain/spam.ts";
import { test } from "../../../test-support/app.ts";
import {
  ADA,
  FULL_REQUIREMENT,
  MINIMAL_REQUIREMENT,
} from "../../../test-support/valid-requirement.ts";

type Sent = { body?: unknown; query?: string; headers?: Record<string, string> };

const withField = (field: string, value: unknown): Sent => ({
  body: { ...MINIMAL_REQUIREMENT, [field]: value },
});

const KEY = "0199F3A1-7C00-4000-8000-00000C07398F";

const REJECTED: [string, number, string, Sent][] = [
  ["null for a required field", 400, "23502", withField("company", null)],
  ["a required field left out", 400, "23502", withField("company", undefined)],
  ["an invalid address", 400, "22P02", withField("email", "ada@")],
  ["text for a list", 400, "22P02", withField("hardware_setup", "UMI")],
  ["a number in a list", 400, "22P02", withField("hardware_setup", ["UMI", 5])],
  [
    "__proto__",
    400,
    "PGRST204",
    { body: JSON.stringify(MINIMAL_REQUIREMENT).replace("{", '{"__proto__":1,') },
  ],
  ["a chosen id", 400, "PGRST204", withField("id", crypto.randomUUID())],
  ["a number for a text", 400, "22P02", withField("company", 442079460000)],
  ["two rows", 400, "PGRST102", { body: [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT] }],
  ["a number for a row", 400, "PGRST102", { body: 1 }],
  ["null for a row", 400, "PGRST102", { body: [null] }],
  ["plain text", 415, "PGRST102", { headers: { "content-type": "text/plain" } }],
  ["a large body", 413, "54000", withField("company", "x".repeat(400_000))],
  ["a key that is no UUID", 400, "22P02", { headers: { "idempotency-key": "k" } }],
  ["invalid JSON", 400, "PGRST102", { body: "{nope" }],
  [
    "text that is not UTF-8",
    400,
    "PGRST102",
    { body: Buffer.from(JSON.stringify({ ...MINIMAL_REQUIREMENT, company: "Zoë" }), "latin1") },
  ],
  ["an empty body", 400, "PGRST102", { body: "" }],
];

async function post(app: FastifyInstance, { body, query = "", headers }: Sent = {}) {
  const response = await app.inject({
    method: "POST",
    url: `${INSERT_PATH}?${query}`,
    headers: { "content-type": "application/json", ...headers },
    payload:
      typeof body === "string" || body instanceof Buffer
        ? body
        : JSON.stringify(body ?? MINIMAL_REQUIREMENT),
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

describe("inserts", () => {
  test("an insert by supabase-js is stored, and returns the row", async ({ app, stored }) => {
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { "Idempotency-Key": KEY };
    const client = new PostgrestClient(origin + REST_PREFIX, { headers });
    const response = await client.from("data_requirements").insert([FULL_REQUIREMENT]).select();
    expect(response).toMatchObject({ status: 201, error: null, data: [FULL_REQUIREMENT] });
    expect(await stored()).toMatchObject([{ ...FULL_REQUIREMENT, id: KEY.toLowerCase() }]);
  });

  test("the page's insert is stored once, and its duplicate key is no error", async ({
    app,
    stored,
  }) => {
    const sent = {
      query: "select=*",
      headers: {
        prefer: "return=representation,resolution=ignore-duplicates",
        "idempotency-key": KEY,
      },
    };
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(app, sent)));
    expect(responses.filter(({ body }) => JSON.stringify(body) === "[]")).toHaveLength(9);
    // A client that knows a key must not get the request that is stored under it.
    expect(await post(app, { ...sent, body: FULL_REQUIREMENT })).toEqual({ status: 201, body: [] });
    expect(await stored()).toMatchObject([MINIMAL_REQUIREMENT]);
  });

  test("an insert without optional fields is stored", async ({ app, stored }) => {
    expect(await post(app, { body: ADA })).toMatchObject({ status: 201 });
    expect(await stored()).toMatchObject([MINIMAL_REQUIREMENT]);
  });

  test.for(REJECTED)(
    "an insert with %s gets %i %s, and nothing is stored",
    async ([, status, code, sent], { app, stored }) => {
      expect(await post(app, sent)).toMatchObject({ status, body: { code } });
      expect(await stored()).toEqual([]);
    },
  );

  test.for(["GET", "PATCH", "PUT", "DELETE"] as const)(
    "a stored request can be neither read nor undone: %s gets 401",
    async (method, { app, stored }) => {
      await post(app);
      const url = `${INSERT_PATH}?id=not.is.null`;
      const response = await app.inject({ method, url, payload: { full_name: "Eve" } });
      expect(response.statusCode).toBe(401);
      expect(response.headers["www-authenticate"]).toBe("Bearer");
      expect(response.json()).toMatchObject({ code: "42501" });
      expect(await stored()).toMatchObject([MINIMAL_REQUIREMENT]);
    },
  );

  test("an insert into another table gets the error that the page reads as a missing table", async ({
    app,
  }) => {
    const response = await app.inject({ method: "POST", url: `${REST_PREFIX}/nope`, payload: {} });
    expect(response).toMatchObject({ statusCode: 404 });
    expect(response.json()).toMatchObject({ code: "PGRST205" });
  });
});

test.for<[string, SpamReason | null, Partial<DataRequirement>, Record<string, string>]>([
  ["of a company with its site", null, { company: "Acme https://acme.example" }, {}],
  ["that names a colleague's reason", null, {}, { "spam-reason": "flagged" }],
  ["with its honeypot filled", "honeypot", {}, { "spam-reason": "honeypot" }],
  ["by the probe", "probe", {}, { "spam-reason": "probe" }],
  ["with a link for a name", "link", { full_name: "https://spam.example" }, {}],
])(
  "a request %s is stored with the spam reason %s, and the response does not tell",
  async ([, reason, changes, headers], { app, stored }) => {
    const response = await post(app, { body: { ...MINIMAL_REQUIREMENT, ...changes }, headers });
    expect(response).toMatchObject({
      status: 201,
      body: [{ company: expect.any(String) as string }],
    });
    expect(JSON.stringify(response.body)).not.toContain("spam_reason");
    expect(await stored()).toMatchObject([{ spam_reason: reason }]);
  },
);
