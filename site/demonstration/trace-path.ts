import type { Sample } from "../assets/demonstration.ts";

/** SVG path of one of the samples' values, a unit for each sample, its range filling `height`. */
export function tracePath(
  samples: readonly Sample[],
  channel: number,
  [low, high]: readonly [low: number, high: number],
  height: number,
): string {
  const heights = samples.map((sample) =>
    Math.round((height * (high - (sample[channel] ?? low))) / (high - low)),
  );
  const lines = heights.slice(1).map((y, index) => `1 ${y - (heights[index] ?? y)}`);
  // The last sample is held until the next one would be measured.
  return `M0 ${heights[0]}l${lines.join(" ")} 1 0`;
}
