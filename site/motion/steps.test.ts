import { expect, test } from "vitest";

import { stepAt } from "./steps.ts";

test.each([
  [0, 0],
  [0.329, 0],
  [0.33, 1],
  [0.659, 1],
  [0.66, 2],
  [1, 2],
])("at progress %f the showcase is at step %i", (progress, step) => {
  expect(stepAt(progress)).toBe(step);
});
