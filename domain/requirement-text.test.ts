import { expect, test } from "vitest";

import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { FIELDS, REQUIRED_FIELDS, SCHEMA } from "./fields.ts";
import { detailsOf } from "./requirement-text.ts";

test("a request reads as in the form, without empty fields", () => {
  const details = detailsOf(FULL_REQUIREMENT);
  expect(details).toHaveLength(FIELDS.length);
  expect(details).toContainEqual({
    field: "hardware_setup",
    label: SCHEMA.hardware_setup.label,
    value: "UMI, Computer (Keyboard and Mouse)",
  });
  expect(details).toContainEqual({
    field: "budget_range",
    label: SCHEMA.budget_range.label,
    value: "$10k–$50k",
  });
  expect(detailsOf(MINIMAL_REQUIREMENT)).toHaveLength(REQUIRED_FIELDS.length);
});
