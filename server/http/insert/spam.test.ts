import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import type { FormUse, HoldReason } from "../../../domain/spam.ts";
import { toHeaders, UNTIMED } from "../../../domain/wire/form-use.ts";
import { BACKENDS, startBackend, type Backend } from "../../../test-support/backends.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

const PERSON: FormUse = { honeypot: "empty", fillMilliseconds: 42_000 };
const AT_ONCE: FormUse = { honeypot: "empty", fillMilliseconds: 999 };

describe.each(BACKENDS)("on %s, a request", (kind) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  afterAll(() => backend.stop());

  const insert = async (changes: Partial<DataRequirement>, headers = toHeaders(PERSON)) => {
    const response = await fetch(`${backend.rest}/data_requirements?select=*`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        prefer: "return=representation",
        "idempotency-key": crypto.randomUUID(),
        ...headers,
      },
      body: JSON.stringify({ ...MINIMAL_REQUIREMENT, ...changes }),
    });
    expect(response.status).toBe(201);
    const [returned = {}] = (await response.json()) as Record<string, unknown>[];
    const [row] = await listRows(backend.store);
    return { returned, row };
  };

  test.each<[string, HoldReason | null, Partial<DataRequirement>, Record<string, string>]>([
    ["filled in by a person", null, {}, toHeaders(PERSON)],
    ["filled in by autofill", null, {}, toHeaders({ ...PERSON, fillMilliseconds: 1_000 })],
    ["sent without script", null, {}, toHeaders(UNTIMED)],
    ["timed by something else", null, {}, { ...toHeaders(PERSON), "form-fill-milliseconds": "-1" }],
    ["sent at once", "too-fast", {}, toHeaders(AT_ONCE)],
    ["with its honeypot filled", "honeypot", {}, toHeaders({ ...AT_ONCE, honeypot: "filled" })],
    ["without a form", "no-form", { company: "www.spam.example" }, {}],
    ["of another form", "no-form", {}, { ...toHeaders(PERSON), "form-honeypot": "?" }],
    ["with a link as name", "link", { full_name: "Win HTTPS://a.co" }, toHeaders(PERSON)],
    ["with links as company", "link", { company: "www.a.co www.b.co www.c.co" }, toHeaders(PERSON)],
    ["of a company named after its site", null, { company: "www.acme.com" }, toHeaders(PERSON)],
    ["sent by the probe", "probe", {}, toHeaders({ honeypot: "probe", fillMilliseconds: null })],
    ["with a link in its texts", null, { data_type: "As on https://a.co" }, toHeaders(PERSON)],
  ])("%s is held as %s, and announced unless held", async (_, reason, fields, headers) => {
    const { row } = await insert(fields, headers);
    expect(row).toMatchObject({
      held_reason: reason,
      deliveries: reason === null ? [{ channel: "webhook" }] : [],
    });
  });

  test("gets the same response whether it is held or not", async () => {
    const ofTheRow = { id: "", created_at: "", created_in: "", idempotency_key: "", reply_due: "" };
    const spam = await insert({}, {});
    const genuine = await insert({});
    expect(Object.keys(spam.returned)).toEqual(Object.keys(genuine.returned));
    expect({ ...spam.returned, ...ofTheRow }).toEqual({ ...genuine.returned, ...ofTheRow });
  });
});
