import { expect, test } from "vitest";

import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { FIELDS } from "./data-requirement.ts";
import { detailsOf, localTime } from "./requirement-text.ts";

test("a request reads as the form shows it, without what was left empty", () => {
  const details = detailsOf(FULL_REQUIREMENT);
  expect(details).toHaveLength(FIELDS.length);
  expect(details).toContainEqual({
    label: "Hardware setup",
    value: "UMI, Computer (Keyboard and Mouse)",
  });
  expect(details).toContainEqual({ label: "Budget range", value: "$10k–$50k" });
  expect(detailsOf(MINIMAL_REQUIREMENT)).toHaveLength(4);
});

test("a time is that of the provider's clock, and names its zone", () => {
  const time = "2026-07-01T22:30:00.000+00:00";
  expect(localTime(time, "Europe/Berlin")).toMatch(/^Thu.* 2 Jul 2026.* 00:30 .+/);
  expect(localTime(time, "UTC")).toMatch(/^Wed.* 1 Jul 2026.* 22:30 UTC$/);
});
