import { expect, test } from "vitest";

import { describeProblem } from "./messages.ts";

test("a visitor whose text is too long reads the limit of which field", () => {
  const problem = { kind: "too-long", field: "data_type", maximum: 5000 } as const;
  expect(describeProblem(problem)).toBe("Data type must be 5,000 characters or fewer");
});
