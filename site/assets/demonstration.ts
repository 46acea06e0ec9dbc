import data from "./demonstration.json" with { type: "json" };

/** A knot of a cubic Hermite spline: its value, and the change of the value per second. */
type Knot = readonly [value: number, slope: number];

export type SensorChannel = {
  name: string;
  unit: "deg" | "mm";
  /** Minimum and maximum, rounded. */
  range: readonly [low: number, high: number];
  /** One knot per interval. */
  knots: readonly Knot[];
};

/** In metres; z is up. */
export type Position = readonly [x: number, y: number, z: number];

type Demonstration = {
  /** In seconds, like all times. */
  duration: number;
  interval: number;
  phases: ReadonlyArray<{ name: string; from: number }>;
  /** The joints yaw, shoulder, elbow and wrist, then the gripper. */
  channels: readonly SensorChannel[];
  /** Where the arm stands, in which direction it points at yaw 0, and how long its links are. */
  arm: {
    base: Position;
    heading: number;
    shoulderHeight: number;
    upper: number;
    fore: number;
    tool: number;
  };
  /** Where the block is before and after it is held, and when. */
  block: { from: Position; to: Position; gripped: number; released: number };
  /** The corners of the tray's rim. */
  tray: readonly Position[];
  /** Maps (x, y, z, 1) to pixels times depth, and to depth in metres. */
  camera: ReadonlyArray<readonly [x: number, y: number, z: number, offset: number]>;
  /** Pixels per metre, at a distance of one metre from the camera. */
  perMetre: number;
};

/** One pick-and-place demonstration, computed by `art/demonstration.py`. */
export const DEMONSTRATION = data as unknown as Demonstration;
