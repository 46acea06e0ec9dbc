import { SCENE, type Position } from "./model.ts";
import { intersectRayWithPlane, type Point } from "./projection.ts";
import { add, addScaled, dot, minus } from "./vectors.ts";

const { arm, block, tray } = SCENE;

/**
 * Point in the vertical plane through block and tray. `across` is the distance from the block's start, and `height` is
 * the height above the table, both in metres.
 */
export type PlanePoint = readonly [across: number, height: number];

const TO_TRAY = minus([block.inTray[0], block.inTray[1], 0], [block.start[0], block.start[1], 0]);
const TRAY_AT = Math.hypot(...TO_TRAY);
const PLANE = {
  origin: [block.start[0], block.start[1], 0] as Position,
  across: addScaled([0, 0, 0], TO_TRAY, 1 / TRAY_AT),
  up: [0, 0, 1] as Position,
};

/** In metres from the tray's centre. A block within `INSIDE` is in the tray, and one past `BESIDE` is on the table. */
const INSIDE = 0.085;
const BESIDE = 0.14;

export function toPosition([across, height]: PlanePoint): Position {
  return addScaled(addScaled(PLANE.origin, PLANE.across, across), PLANE.up, height);
}

export function toPlane(position: Position): PlanePoint {
  return [dot(minus(position, PLANE.origin), PLANE.across), position[2]];
}

/** Returns the point of the plane that a pixel shows, clamped to the gripper's workspace. */
export function pointAt([x, y]: Point): PlanePoint {
  // Clamps the pixel first, because rays far outside the image never meet the plane.
  return clampToWorkspace(intersectRayWithPlane([clamp(x, -60, 160), clamp(y, -60, 120)], PLANE));
}

/** Height of a resting block's centre in metres, whether it is on the table, in the tray or on the tray's rim. */
export function restingHeight(across: number): number {
  const t = clamp((BESIDE - Math.abs(across - TRAY_AT)) / (BESIDE - INSIDE), 0, 1);
  const smooth = t * t * (3 - 2 * t);
  return block.start[2] + smooth * (block.inTray[2] - block.start[2]);
}

/** Returns a landed block's resting position, in metres. A block on the rim hops to the nearer side. */
export function restingAcross(across: number): number {
  const off = across - TRAY_AT;
  const distance = Math.abs(off);
  if (distance <= INSIDE || distance >= BESIDE) return across;
  return TRAY_AT + Math.sign(off) * (distance < (INSIDE + BESIDE) / 2 ? INSIDE : BESIDE);
}

export function isInTray(position: Position): boolean {
  return Math.abs(toPlane(position)[0] - TRAY_AT) <= INSIDE + 0.001;
}

export function turnedLikeTray(from: Position, [x, y, z]: Position): Position {
  const [a, b] = tray as readonly [Position, Position];
  const side = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [cos, sin] = [(b[0] - a[0]) / side, (b[1] - a[1]) / side];
  return add(from, [x * cos - y * sin, x * sin + y * cos, z]);
}

/** Bounds of the pads in the plane, in metres. */
const LEFT = -0.035;
const RIGHT = TRAY_AT + 0.1;
const CEILING = 0.285;

/**
 * The wrist stays in a sphere around the shoulder, and this sphere intersects the plane in a circle. The gripper hangs
 * below the wrist, so the circle of the pads is lower by the gripper's length.
 */
const [CENTRE] = toPlane(arm.base);
const CENTRE_HEIGHT = arm.shoulderHeight - arm.tool;
const RADIUS = Math.sqrt(
  (arm.upper + arm.fore - 0.002) ** 2 -
    Math.hypot(...minus([arm.base[0], arm.base[1], 0], toPosition([CENTRE, 0]))) ** 2,
);

/** Clamps softly. Points well inside are unchanged; points near the edge slow down, so that nothing jumps. */
export function clampToWorkspace([across, height]: PlanePoint): PlanePoint {
  const x = clampAbove(clampBelow(across, RIGHT, 0.04), LEFT, 0.02) - CENTRE;
  const z = clampBelow(height, CEILING, 0.04) - CENTRE_HEIGHT;
  const distance = Math.hypot(x, z);
  const scale = distance > 0 ? clampBelow(distance, RADIUS, 0.025) / distance : 1;
  const reached = CENTRE + x * scale;
  return [reached, clampAbove(CENTRE_HEIGHT + z * scale, restingHeight(reached), 0.008)];
}

/** Clamps softly. Within `margin` of the limit, the value approaches the limit exponentially. */
function clampBelow(value: number, limit: number, margin: number): number {
  const over = value - (limit - margin);
  return over <= 0 ? value : limit - margin * Math.exp(-over / margin);
}

function clampAbove(value: number, limit: number, margin: number): number {
  const under = limit + margin - value;
  return under <= 0 ? value : limit + margin * Math.exp(-under / margin);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
