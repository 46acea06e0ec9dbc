import { describe, expect, test } from "vitest";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { toHeaders, UNTIMED, type FormUse, type SpamReason } from "../../../domain/spam.ts";
import { startBackends, type Backend } from "../../../test-support/backends.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

// One suite for the three backends: each holds the same requests back.
const backends = await startBackends();

const PERSON: FormUse = { honeypot: "empty", fillMilliseconds: 42_000 };
const AT_ONCE: FormUse = { honeypot: "empty", fillMilliseconds: 999 };

describe.each(backends)("suspected spam on $name", (backend) => {
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
  ])("a request %s: %s", async (_what, reason, fields, headers) => {
    expect(await post(backend, { ...MINIMAL_REQUIREMENT, ...fields }, headers)).toBe(201);
    const [row] = await backend.rows();
    expect(row).toMatchObject({
      suspected_spam: reason,
      deliveries: reason === null ? [{ channel: "webhook" }] : [],
    });
  });

  test("the texts of another request of the last day are held, and no others", async () => {
    const long = "All of our grippers, each with its own camera, and a person who shows it. ";
    const texts = { ...MINIMAL_REQUIREMENT, data_amount: long, timeline: "Soon" };
    const reasonFor = async (changes: Partial<DataRequirement>) => {
      await post(backend, { ...texts, ...changes }, toHeaders(PERSON));
      return (await backend.rows())[0]?.suspected_spam;
    };
    expect(await reasonFor({})).toBeNull();
    expect(await reasonFor({ company: "Another" })).toBe("repeated");
    expect(await reasonFor({ data_amount: `${long}And more` })).toBeNull();
    expect(await reasonFor({ timeline: null })).toBeNull();
    await backend.run(
      "update public.data_requirements set created_at = '2020-01-01T00:00:00.000+00:00'",
    );
    expect(await reasonFor({})).toBeNull();
  });

  test("the answer to spam is the answer to a person", async () => {
    const answerTo = async (headers: Record<string, string>) => {
      const response = await insert(backend, MINIMAL_REQUIREMENT, headers);
      const [row] = (await response.json()) as Record<string, unknown>[];
      const ofThisRow = {
        id: "",
        created_at: "",
        created_in: "",
        idempotency_key: "",
        reply_due: "",
      };
      return {
        status: response.status,
        names: Object.keys(row ?? {}),
        row: { ...row, ...ofThisRow },
      };
    };
    expect(await answerTo({})).toEqual(await answerTo(toHeaders(PERSON)));
  });

  test("of a week's 50 people and 450 spam requests, the 50 are announced", async () => {
    await backend.run("delete from public.data_requirements");
    if (backend.name === "PostgREST") {
      // The week passes within seconds.
      await backend.run("update private.insert_limits set suspected_past_per_hour = 1000");
    }
    for (const { requirement, headers } of aWeek()) {
      expect(await post(backend, requirement, headers)).toBe(201);
    }
    const rows = await backend.rows();
    expect(rows).toHaveLength(500);
    const announced = rows.filter(({ deliveries }) => deliveries.length > 0);
    expect(announced.map(({ company }) => company).filter((name) => name !== SPAMMER)).toHaveLength(
      50,
    );
    // The first of each repeated text could be a person's.
    expect(announced.filter(({ company }) => company === SPAMMER)).toHaveLength(REPEATED_TEXTS);
    expect(rows.filter(({ suspected_spam }) => suspected_spam !== null)).toHaveLength(
      450 - REPEATED_TEXTS,
    );
  });
});

const SPAMMER = "Best Traffic";
const REPEATED_TEXTS = 5;

/** In each ten, one person and nine of the four kinds of spam. */
function aWeek() {
  return Array.from({ length: 500 }, (_, index) => {
    const spam = { ...FULL_REQUIREMENT, company: SPAMMER, data_type: `Offer ${index}` };
    switch (index % 10) {
      case 0: {
        // Some give no texts, and some have no script.
        const texts = index % 20 === 0 ? FULL_REQUIREMENT : MINIMAL_REQUIREMENT;
        const data_type = texts.data_type && `${texts.data_type}, ${index} times`;
        const headers = toHeaders(index % 50 === 0 ? UNTIMED : PERSON);
        return { requirement: { ...texts, company: `Lab ${index}`, data_type }, headers };
      }
      case 1:
      case 2:
      case 3:
        return {
          requirement: spam,
          headers: toHeaders({ honeypot: "filled", fillMilliseconds: 135 }),
        };
      case 4:
      case 5:
        return { requirement: spam, headers: {} };
      case 6:
      case 7:
        return {
          requirement: { ...spam, full_name: `Ada https://spam.example/${index}` },
          headers: toHeaders(PERSON),
        };
      default:
        return {
          requirement: {
            ...spam,
            data_type: `Buy followers ${Math.floor(index / 10) % REPEATED_TEXTS}`,
          },
          headers: toHeaders(PERSON),
        };
    }
  });
}

async function post(
  backend: Backend,
  requirement: DataRequirement,
  headers: Record<string, string>,
): Promise<number> {
  return (await insert(backend, requirement, headers)).status;
}

function insert(backend: Backend, requirement: DataRequirement, headers: Record<string, string>) {
  return fetch(`${backend.rest}/data_requirements?select=*`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      prefer: "return=representation",
      "idempotency-key": crypto.randomUUID(),
      ...headers,
    },
    body: JSON.stringify([requirement]),
  });
}
