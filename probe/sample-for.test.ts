import { expect, test } from "vitest";

import { sampleFor } from "./sample-for.ts";

const required = { label: "New", part: "needs", missing: "Enter it" } as const;
const options = [
  { value: "ten", label: "10" },
  { value: "more", label: "More" },
];

test.for([
  [{ ...required, control: "select", placeholder: "Select", options }, "ten"],
  [{ ...required, control: "checkboxes", maximum: 9, entries: 2, options: ["a", "b"] }, ["a"]],
  [{ ...required, control: "text", maximum: 3 }, "npm"],
  [{ ...required, control: "textarea", maximum: 5_000, rows: 3 }, "npm run probe"],
  [{ ...required, control: "email", maximum: 254 }, "probe@example.com"],
] as const)("into a required field %j the probe enters %j", ([definition, value]) => {
  expect(sampleFor(definition)).toEqual(value);
});
