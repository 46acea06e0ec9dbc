import { describe, expect, test } from "vitest";

import { ACCEPTED, REFUSED } from "../test-support/email-addresses.ts";
import { ADA, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import {
  emptyDraft,
  FIELDS,
  findProblems,
  isEmail,
  toDataRequirement,
} from "./data-requirement.ts";

const required = { ...ADA, full_name: ` ${ADA.full_name} `, email: ` ${ADA.email} ` };

describe("a filled form becomes the record", () => {
  test("of exactly the 11 fields, trimmed, empty ones null", () => {
    const record = toDataRequirement({ ...emptyDraft(), ...required, timeline: "  \n" });
    expect(Object.keys(record)).toEqual(FIELDS);
    expect(record).toEqual(MINIMAL_REQUIREMENT);
  });

  test("a budget that is none of the options is left out", () => {
    const draft = { ...emptyDraft(), ...required, budget_range: "1k" };
    expect(toDataRequirement(draft).budget_range).toBeNull();
  });
});

describe("problems of a draft", () => {
  test("blank required fields are missing, in the form's order", () => {
    expect(findProblems({ ...emptyDraft(), email: " " })).toEqual([
      { field: "full_name", kind: "missing" },
      { field: "email", kind: "missing" },
      { field: "phone", kind: "missing" },
      { field: "company", kind: "missing" },
    ]);
  });

  test("characters are counted as PostgreSQL counts them", () => {
    const draft = { ...emptyDraft(), ...required };
    expect(findProblems({ ...draft, company: "🤖".repeat(200) })).toEqual([]);
    expect(findProblems({ ...draft, company: "🤖".repeat(201) })).toEqual([
      { field: "company", kind: "too-long" },
    ]);
  });

  test("more hardware than a list holds is too long", () => {
    const hardware_setup = Array.from({ length: 21 }, (_, index) => `arm ${index}`);
    expect(findProblems({ ...emptyDraft(), ...required, hardware_setup })).toEqual([
      { field: "hardware_setup", kind: "too-long" },
    ]);
  });
});

describe("an e-mail address", () => {
  test.each(ACCEPTED)("%s", (email) => {
    expect(isEmail(email)).toBe(true);
  });
  test.each(REFUSED)("not %j", (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test("with a full-width ＠ has a problem of its own", () => {
    const draft = { ...emptyDraft(), ...required, email: "ada＠example.org" };
    expect(findProblems(draft)).toEqual([{ field: "email", kind: "full-width-at" }]);
  });
});
