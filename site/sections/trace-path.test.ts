import { expect, test } from "vitest";

import { tracePath } from "./trace-path.ts";

const channel = { name: "elbow", unit: "deg", range: [10, 30] } as const;

test("a trace fills its box: highest value at the top, the whole time from left to right", () => {
  const knots = [
    [0, 10, 0],
    [2, 30, 0],
    [5, 20, 0],
  ] as const;
  const ends = tracePath({ ...channel, knots }, 5, 1000, 100)
    .split("C")
    .map((part) => part.replace("M", "").split(" ").slice(-2).map(Number));
  expect(ends).toEqual([
    [0, 100],
    [400, 0],
    [1000, 50],
  ]);
});

test("a trace of constant slope is a straight line", () => {
  const knots = [
    [0, 10, 2],
    [10, 30, 2],
  ] as const;
  expect(tracePath({ ...channel, knots }, 10, 300, 300)).toBe("M0 300C100 200 200 100 300 0");
});
