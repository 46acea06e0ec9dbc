import type { Point } from "./arm.ts";
import data from "./images/parts.json" with { type: "json" };

/** Position in the image, in metres from the projected origin to the right and downwards. */
export type ImagePoint = readonly [x: number, y: number];

const [left = 0, top = 0, width = 0, height = 0] = data.frame;
export const FRAME = { left, top, width, height };

const YAW = Math.PI / 9;
const PITCH = (22 * Math.PI) / 180;
/** Directions of the image's axes, as in `tools/assets/render-demonstration.py`. */
const RIGHT = [Math.cos(YAW), -Math.sin(YAW), 0] as const;
const UP = [
  Math.sin(PITCH) * Math.sin(YAW),
  Math.sin(PITCH) * Math.cos(YAW),
  Math.cos(PITCH),
] as const;

/** `depth` is the distance behind the arm's plane, in metres. */
export function project([x, z]: Point, depth = 0): ImagePoint {
  return [RIGHT[0] * x + RIGHT[1] * depth, -(UP[0] * x + UP[1] * depth + UP[2] * z)];
}

/** Returns the point in the arm's plane. */
export function unproject([across, down]: ImagePoint): Point {
  const x = across / RIGHT[0];
  return [x, -(down + UP[0] * x) / UP[2]];
}

/** CSS position in an element that the image fills. */
export function toPercent([x, y]: ImagePoint): { left: string; top: string } {
  return {
    left: `${(100 * (x - left)) / width}%`,
    top: `${(100 * (y - top)) / height}%`,
  };
}
