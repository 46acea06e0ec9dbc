import type { Point, Pose } from "../ui/drawings/ArmPose.tsx";
import data from "./demonstration.json";

/** Of a cubic Hermite spline: value, change of the value per second. */
type Knot = readonly [value: number, slope: number];

export type SensorChannel = {
  name: string;
  unit: "deg" | "mm";
  /** Minimum and maximum, rounded. */
  range: readonly [low: number, high: number];
  /** One per interval. */
  knots: readonly Knot[];
};

export type CameraFrame = Pose & {
  time: number;
  block: Point;
  /** SVG path data: how the gripper pads have moved since the previous frame, or since the start. */
  path: string;
};

type Demonstration = {
  /** In seconds, as all times. */
  duration: number;
  interval: number;
  phases: ReadonlyArray<{ name: string; from: number }>;
  channels: readonly SensorChannel[];
  tray: readonly Point[];
  /** Of the gripper pads. */
  start: Point;
  /** In each phase. */
  frames: readonly CameraFrame[];
  /** Where there is space for only a few. */
  fewFrames: readonly CameraFrame[];
  /** On the way to the block: poses, the path of the pads from the last one, and points on it. */
  reach: { poses: readonly Pose[]; path: string; samples: readonly Point[] };
};

/**
 * One pick-and-place demonstration, computed by `art/demonstration.py`. Points are in pixels of a
 * camera frame.
 */
export const DEMONSTRATION = data as unknown as Demonstration;
