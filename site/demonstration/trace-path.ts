import type { SensorChannel } from "../assets/demonstration.ts";

/** A multiple of three, so that a Bézier curve's control points have whole coordinates. */
export const INTERVAL_WIDTH = 3;

/** SVG path of a channel whose knots are `interval` seconds apart, its range filling `height`. */
export function tracePath(
  { knots, range: [low, high] }: SensorChannel,
  interval: number,
  height: number,
): string {
  const scale = height / (high - low);
  const points = knots.map(([value, slope]) => ({
    y: Math.round((high - value) * scale),
    // A cubic Bézier's control points are a third of the interval along the slopes at its ends.
    third: Math.round(((-slope * interval) / 3) * scale),
  }));
  return points
    .map(({ y, third }, index) => {
      const before = points[index - 1];
      if (!before) return `M0 ${y}c1 ${third}`;
      // After the first curve, `s` mirrors the control point at each knot, so rounding causes no corner.
      const command = index === 1 ? " " : "s";
      return `${command}2 ${y - third - before.y} 3 ${y - before.y}`;
    })
    .join("");
}
