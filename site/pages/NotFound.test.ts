import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { NotFound } from "./NotFound.tsx";

type Point = readonly [x: number, y: number];
type Line = readonly [from: Point, to: Point];

test("no corner of an arm is near a line of another, at which both would look like one", () => {
  const arms = renderToStaticMarkup(createElement(NotFound))
    .split('<g stroke-opacity="')
    .slice(1)
    // Its links, and its gripper.
    .map((markup) => linesOf((markup.match(/(?<= d=")[^"]+/g) ?? []).slice(0, 2).join("")));
  expect(arms.map((arm) => arm.length)).toEqual([6, 6, 6]);
  for (const arm of arms) {
    // All begin at the same shoulder.
    const corners = arm.flat().slice(1);
    const others = arms.filter((other) => other !== arm).flat();
    const gaps = corners.flatMap((corner) => others.map((line) => gap(corner, line)));
    expect(Math.min(...gaps)).toBeGreaterThan(1);
  }
});

/** The straight lines of an arm, from its shoulder on. */
function linesOf(path: string): Line[] {
  const [, ...parts] = path.split("z")[1]?.split("M") ?? [];
  return parts.flatMap((part, at) => {
    const numbers = part.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const points = numbers.flatMap((x, i): Point[] => (i % 2 ? [] : [[x, numbers[i + 1] ?? 0]]));
    // The first point is the lower end of the post.
    const drawn = at === 0 ? points.slice(1) : points;
    return drawn.slice(1).map((to, before): Line => [drawn[before] ?? to, to]);
  });
}

function gap([x, y]: Point, [[fromX, fromY], [toX, toY]]: Line): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(1, Math.max(0, share));
  return Math.hypot(x - fromX - nearest * dx, y - fromY - nearest * dy);
}
