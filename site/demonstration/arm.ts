/** Point in the vertical plane in which the arm moves, in metres: `x` from the arm's base to the right, `z` upwards. */
export type Point = readonly [x: number, z: number];

/** Lengths in metres, as in `tools/assets/render-demonstration.py`. The gripper stays upright below the wrist. */
export const SHOULDER: Point = [0, 0.142];
const LINK = 0.3;
const TOOL = 0.246;
export const OPENING = 0.076;
export const BLOCK = 0.042;
export const TRAY_X = -0.265;

export const HOME: Point = [-0.3314, 0.1944];
export const BLOCK_START: Point = [-0.5, BLOCK / 2];

/** Angles of both links in degrees, counter-clockwise from the x axis, and the joints between them. */
export type Pose = { upper: number; fore: number; elbow: Point; wrist: Point };

export function poseOf([x, z]: Point): Pose {
  const wrist: Point = [x, z + TOOL];
  const [dx, dz] = [wrist[0] - SHOULDER[0], wrist[1] - SHOULDER[1]];
  const lean = (degrees(Math.atan2(dz, dx)) + 360) % 360;
  const bend = degrees(Math.acos(Math.min(Math.hypot(dx, dz) / (2 * LINK), 1)));
  const upper = lean - bend;
  const turn = (upper * Math.PI) / 180;
  const elbow: Point = [SHOULDER[0] + LINK * Math.cos(turn), SHOULDER[1] + LINK * Math.sin(turn)];
  return { upper, fore: lean + bend, elbow, wrist };
}

/** Bounds of the pads, in metres. */
const LEFT = -0.52;
const RIGHT = -0.19;
const CEILING = 0.25;
const REACH = 2 * LINK - 0.002;

/** Keeps a goal near the workspace, so that each arrow key has an effect. */
export function limitGoal([x, z]: Point): Point {
  return [clamp(x, LEFT, RIGHT), clamp(z, BLOCK / 2, CEILING)];
}

/** Returns the nearest point that the pads can reach, above the table and the tray. */
export function reach(goal: Point): Point {
  const [x, z] = limitGoal(goal);
  const [dx, dz] = [x - SHOULDER[0], z + TOOL - SHOULDER[1]];
  const scale = Math.min(1, REACH / Math.hypot(dx, dz));
  const reached = SHOULDER[0] + dx * scale;
  return [reached, Math.max(SHOULDER[1] - TOOL + dz * scale, lowest(reached))];
}

/** The fingers do not enter the tray: above it the pads stay at this height, in metres. */
const ABOVE_TRAY = 0.076;

function lowest(x: number): number {
  const besideTray = clamp((Math.abs(x - TRAY_X) - 0.15) / 0.03, 0, 1);
  return ABOVE_TRAY + besideTray * (BLOCK / 2 - ABOVE_TRAY);
}

/** Distances from the tray's centre in metres. A block within `INSIDE` is in the tray, one past `BESIDE` beside it. */
const INSIDE = 0.078;
const BESIDE = 0.18;
const RIM = 0.107;
const TRAY_FLOOR = 0.0032;

export function isInTray([x]: Point): boolean {
  return Math.abs(x - TRAY_X) <= INSIDE + 0.001;
}

/** Returns where a block comes to rest that falls at `x`. It slides off the tray's rim to the nearer side. */
export function restAt(x: number): Point {
  const off = x - TRAY_X;
  const side = Math.sign(off);
  if (Math.abs(off) < RIM)
    return [TRAY_X + side * Math.min(Math.abs(off), INSIDE), TRAY_FLOOR + BLOCK / 2];
  return [TRAY_X + side * Math.max(Math.abs(off), BESIDE), BLOCK / 2];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
