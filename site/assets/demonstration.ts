import type { Point, Pose } from "../ui/drawings/ArmPose.tsx";
import data from "./demonstration.json";

/** A cubic Hermite spline: seconds, value, change of the value per second. */
type Knot = readonly [time: number, value: number, slope: number];

export type SensorChannel = {
  name: string;
  unit: "deg" | "mm";
  /** Minimum and maximum, rounded. */
  range: readonly [low: number, high: number];
  knots: readonly Knot[];
};

export type CameraFrame = Pose & {
  time: number;
  block: Point;
  /** Positions of the gripper pads since the previous frame. */
  path: readonly Point[];
};

type Demonstration = {
  /** In seconds, as all times. */
  duration: number;
  phases: ReadonlyArray<{ name: string; from: number }>;
  channels: readonly SensorChannel[];
  frameSize: Point;
  tray: readonly Point[];
  frames: readonly CameraFrame[];
  /** Poses of the arm from rest to the block. */
  reach: readonly Pose[];
};

/**
 * One pick-and-place demonstration, computed by `art/demonstration.py`. Points are in pixels of a
 * camera frame.
 */
export const DEMONSTRATION = data as unknown as Demonstration;
