import { expect, test } from "vitest";

import { DEMONSTRATION } from "../assets/demonstration.ts";
import { tracePath } from "./trace-path.ts";

const channel = { name: "elbow", unit: "deg", range: [10, 30] } as const;

test("a trace fills its box: highest value at the top, three wide per interval", () => {
  const knots = [
    [10, 0],
    [30, 0],
    [20, 0],
  ] as const;
  expect(tracePath({ ...channel, knots }, 1, 100)).toBe("M0 100c1 0 2 -100 3 -100s2 50 3 50");
});

test("a trace of constant slope is a straight line", () => {
  const knots = [
    [10, 3],
    [19, 3],
    [28, 3],
  ] as const;
  expect(tracePath({ ...channel, knots }, 3, 20)).toBe("M0 20c1 -3 2 -6 3 -9s2 -6 3 -9");
});

for (const { name, unit, knots, range } of DEMONSTRATION.channels) {
  const { duration, interval } = DEMONSTRATION;

  test(`the trace of ${name} has no corner: each curve goes on in the direction of the one before`, () => {
    expect(knots).toHaveLength(duration / interval + 1);
    const path = tracePath({ name, unit, knots, range }, interval, 1000);
    expect(path.replace(/[-\d ]/g, "")).toBe(`Mc${"s".repeat(knots.length - 2)}`);
  });
}
