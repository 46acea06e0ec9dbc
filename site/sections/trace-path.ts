import type { SensorChannel } from "../assets/demonstration.ts";

/** SVG path of a channel over `duration` seconds, its range filling a box of that width and height. */
export function tracePath(
  { knots, range: [low, high] }: SensorChannel,
  duration: number,
  width: number,
  height: number,
): string {
  const x = (time: number) => Math.round((time / duration) * width);
  const y = (value: number) => Math.round(((high - value) / (high - low)) * height);
  return knots
    .map(([time, value, slope], index) => {
      const before = knots[index - 1];
      if (!before) return `M${x(time)} ${y(value)}`;
      // A cubic Bézier's inner points lie a third of the span along the slopes at its ends.
      const third = (time - before[0]) / 3;
      const from = `${x(before[0] + third)} ${y(before[1] + before[2] * third)}`;
      return `C${from} ${x(time - third)} ${y(value - slope * third)} ${x(time)} ${y(value)}`;
    })
    .join("");
}
