import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FREE_TEXTS, type DataRequirement } from "../../../domain/data-requirement.ts";
import { toHeaders, UNTIMED, type FormUse, type SpamReason } from "../../../domain/spam.ts";
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
    const [answer = {}] = (await response.json()) as Record<string, unknown>[];
    const [row] = await listRows(backend.store);
    return { answer, row };
  };

  test.each<[string, SpamReason | null, Partial<DataRequirement>, Record<string, string>]>([
    ["filled in by a person", null, {}, toHeaders(PERSON)],
    ["filled in by autofill", null, {}, toHeaders({ ...PERSON, fillMilliseconds: 1_000 })],
    ["sent without script", null, {}, toHeaders(UNTIMED)],
    ["timed by something else", null, {}, { ...toHeaders(PERSON), "form-fill-milliseconds": "-1" }],
    ["sent at once", "too-fast", {}, toHeaders(AT_ONCE)],
    ["with its honeypot filled", "honeypot", {}, toHeaders({ ...AT_ONCE, honeypot: "filled" })],
    ["without a form", "no-form", { company: "www.spam.example" }, {}],
    ["of another form", "no-form", {}, { ...toHeaders(PERSON), "form-honeypot": "?" }],
    ["with a link as name", "link", { full_name: "Win HTTPS://a.co" }, toHeaders(PERSON)],
    ["with a link as company", "link", { company: "www.a.co" }, toHeaders(PERSON)],
    ["with a link in its texts", null, { data_type: "As on https://a.co" }, toHeaders(PERSON)],
  ])(
    "%s is suspected as %s, and announced unless suspected",
    async (_, reason, fields, headers) => {
      const { row } = await insert(fields, headers);
      expect(row).toMatchObject({
        suspected_spam: reason,
        deliveries: reason === null ? [{ channel: "webhook" }] : [],
      });
    },
  );

  test("with the same texts as another of the last day is held as repeated", async () => {
    const long = "All of our grippers, each with its own camera, and a person who shows it. ";
    const reasonFor = async (changes: Partial<DataRequirement>) =>
      (await insert({ data_amount: long, timeline: "Soon", ...changes })).row?.suspected_spam;
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
    const reasonFor = async (text: string) => (await insert({ [field]: text })).row?.suspected_spam;
    expect(await reasonFor(`One ${field}`)).toBeNull();
    expect(await reasonFor(`One ${field}`)).toBe("repeated");
    expect(await reasonFor(`Another ${field}`)).toBeNull();
  });

  test("gets the same answer whether it is suspected or not", async () => {
    const ofTheRow = { id: "", created_at: "", created_in: "", idempotency_key: "", reply_due: "" };
    const spam = await insert({}, {});
    const genuine = await insert({});
    expect(Object.keys(spam.answer)).toEqual(Object.keys(genuine.answer));
    expect({ ...spam.answer, ...ofTheRow }).toEqual({ ...genuine.answer, ...ofTheRow });
  });
});
