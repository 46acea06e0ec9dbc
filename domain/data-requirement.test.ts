import { expect, test } from "vitest";

import { VALID_VALUES, INVALID_VALUES } from "../test-support/field-values.ts";
import { ADA, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import {
  emptyDraft,
  findProblem,
  findProblems,
  readForm,
  toDataRequirement,
} from "./data-requirement.ts";
import { FIELDS, REQUIRED_FIELDS } from "./fields.ts";

const required = { ...ADA, full_name: ` ${ADA.full_name} `, email: ` ${ADA.email} ` };

test("a filled-in form becomes exactly the requirement: texts are trimmed, empty ones are null", () => {
  const requirement = toDataRequirement({ ...emptyDraft(), ...required, timeline: "  \n" });
  expect(Object.keys(requirement)).toEqual(FIELDS);
  expect(requirement).toEqual(MINIMAL_REQUIREMENT);
});

test("a form reads the same with and without JavaScript", () => {
  const form = new URLSearchParams([
    ["full_name", "Ada"],
    ["timeline", "soon\r\nplease"],
    ["hardware_setup", "UMI"],
    ["hardware_setup", "VR"],
  ]);
  const typed = { full_name: "Ada", timeline: "soon\nplease", hardware_setup: ["UMI", "VR"] };
  expect(readForm(form)).toEqual({ ...emptyDraft(), ...typed });
});

test("blank required fields are missing, in the form's order", () => {
  const missing = REQUIRED_FIELDS.map((field) => ({ field, kind: "missing" }));
  expect(findProblems({ ...emptyDraft(), email: " \u2003\ufeff" })).toEqual(missing);
});

test("an email with a full-width ＠ has a problem of its own", () => {
  const draft = { ...emptyDraft(), ...required, email: "ada＠example.org" };
  expect(findProblems(draft)).toEqual([{ field: "email", kind: "full-width-at" }]);
});

const withTitles = (values: typeof VALID_VALUES) =>
  values.map(([field, value]) => [field, JSON.stringify(value).slice(0, 60), value] as const);

test.each(withTitles(VALID_VALUES))("%s may be %s", (field, _title, value) => {
  expect(findProblem(field, value as string | string[])).toBeNull();
});

test.each(
  withTitles([
    ...INVALID_VALUES,
    // PostgreSQL cannot store these values.
    ["company", "a\0b"],
    ["company", "\ud800"],
    ["hardware_setup", ["UMI", "a\0b"]],
  ]),
)("%s must not be %s", (field, _title, value) => {
  expect(findProblem(field, value as string | string[])).not.toBeNull();
});
