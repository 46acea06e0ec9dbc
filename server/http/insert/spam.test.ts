import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FREE_TEXTS, type DataRequirement } from "../../../domain/data-requirement.ts";
import { toHeaders, UNTIMED, type FormUse, type HoldReason } from "../../../domain/spam.ts";
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

  test("with the same texts as another of the last day is held as repeated", async () => {
    const long = "All of our grippers, each with its own camera, and a person who shows it. ";
    const reasonFor = async (changes: Partial<DataRequirement>) =>
      (await insert({ data_amount: long, timeline: "Soon", ...changes })).row?.held_reason;
    expect(await reasonFor({})).toBeNull();
    expect(await reasonFor({ company: "Another" })).toBe("repeated");
    expect(await reasonFor({ data_amount: `${long}And more` })).toBeNull();
    expect(await reasonFor({ timeline: null })).toBeNull();
    await backend.run(
      "update public.data_requirements set created_at = '2020-01-01T00:00:00.000+00:00'",
    );
    expect(await reasonFor({})).toBeNull();
  });

  test.each(FREE_TEXTS)("is compared with others by its %s", async (field) => {
    const text = `A description that is long enough to be compared: ${field}`;
    const reasonFor = async (given: string) => (await insert({ [field]: given })).row?.held_reason;
    expect(await reasonFor(text)).toBeNull();
    expect(await reasonFor(text)).toBe("repeated");
    expect(await reasonFor(`${text}, once more`)).toBeNull();
  });

  test('is not held because somebody else also wrote only "ASAP"', async () => {
    const reasonFor = async (timeline: string) => (await insert({ timeline })).row?.held_reason;
    for (const text of ["ASAP", "x".repeat(39)]) {
      expect(await reasonFor(text)).toBeNull();
      expect(await reasonFor(text)).toBeNull();
    }
  });

  test("is not held for the texts of a request that is held itself", async () => {
    const texts = { data_type: "Copied from a person's request before that person sent it." };
    expect((await insert(texts, {})).row?.held_reason).toBe("no-form");
    expect((await insert(texts)).row?.held_reason).toBeNull();
  });

  test("gets the same response whether it is held or not", async () => {
    const ofTheRow = { id: "", created_at: "", created_in: "", idempotency_key: "", reply_due: "" };
    const spam = await insert({}, {});
    const genuine = await insert({});
    expect(Object.keys(spam.returned)).toEqual(Object.keys(genuine.returned));
    expect({ ...spam.returned, ...ofTheRow }).toEqual({ ...genuine.returned, ...ofTheRow });
  });
});
