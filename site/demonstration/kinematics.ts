import { SCENE, type Position, type Sample, type Values } from "../assets/demonstration.ts";
import type { Point, Pose } from "../ui/drawings/ArmPose.tsx";

const { arm, camera, perMetre } = SCENE;

/** The part of the picture that is shown, in its pixels. Scene.css has its proportions. */
export const FRAME = { left: 12, top: -4.5, width: 74, height: 61 };

/** The arm as it is drawn, computed from the angles of its joints. */
export function poseOf(sample: Sample): Pose {
  const [base, shoulder, elbow, wrist, pads] = armOf(sample);
  return {
    arm: [pixel(base), pixel(shoulder), pixel(elbow), pixel(wrist), pixel(pads)],
    opening: round((sample[4] / 1000) * pixelsPerMetre(pads)),
  };
}

/** The middle of the finger pads. */
export function padsOf(values: Sample | Values): Position {
  return armOf(values)[4];
}

/** The middle of the block. */
export function blockOf(sample: Sample): Position {
  return [sample[5], sample[6], sample[7]];
}

/** The tray's rim as it is drawn. */
export const TRAY: readonly Point[] = SCENE.tray.map(pixel);

/** The path of the finger pads through some samples, as SVG path data. */
export function gripperPath(samples: readonly Sample[]): string {
  const points = samples.map((sample) => pixel(padsOf(sample)).join(" "));
  return `M${points.filter((point, index) => point !== points[index - 1]).join("L")}`;
}

/**
 * The angles that put the finger pads at a position, with the gripper pitched so many degrees below
 * horizontal. The arm is straight if the position is beyond its reach.
 */
export function solveInverseKinematics(
  position: Position,
  pitch: number,
): [yaw: number, shoulder: number, elbow: number, wrist: number] {
  const [x, y, z] = minus(position, arm.base);
  const yaw = degrees(Math.atan2(y, x)) - arm.heading;
  // The wrist, seen from the shoulder.
  const out = Math.hypot(x, y) - arm.tool * Math.cos(radians(pitch));
  const up = z - arm.shoulderHeight + arm.tool * Math.sin(radians(pitch));
  const distance = Math.hypot(out, up);
  const bend = (distance ** 2 - arm.upper ** 2 - arm.fore ** 2) / (2 * arm.upper * arm.fore);
  const elbow = Math.acos(Math.min(Math.max(bend, -1), 1));
  const shoulder =
    Math.atan2(out, up) -
    Math.atan2(arm.fore * Math.sin(elbow), arm.upper + arm.fore * Math.cos(elbow));
  return [
    ((((yaw + 180) % 360) + 360) % 360) - 180,
    degrees(shoulder),
    degrees(elbow),
    90 + pitch - degrees(shoulder) - degrees(elbow),
  ];
}

/** How many degrees below horizontal the gripper is pitched. */
export function pitchOf([, shoulder, elbow, wrist]: Sample): number {
  return shoulder + elbow + wrist - 90;
}

/** Where a position is drawn. */
export function pixel(position: Position): Point {
  const [x, y] = project(position);
  return [round(x), round(y)];
}

/** How large a metre is drawn at a position. */
function pixelsPerMetre(position: Position): number {
  return perMetre / project(position)[2];
}

/** Where the camera's ray through a pixel meets a plane, in the coordinates of the plane. */
export function intersectRayWithPlane(
  [x, y]: Point,
  plane: { origin: Position; across: Position; up: Position },
): [across: number, up: number] {
  // The positions that the camera sees at this x are a plane, and so are those that it sees at this y. The ray
  // is where these two planes cross. Each row has the coefficients of one of them.
  const rows = [x, y].map((at, index) =>
    (camera[index] ?? []).map((factor, column) => factor - at * (camera[2]?.[column] ?? 0)),
  );
  const [a = 0, b = 0] = rows.map((row) => dot(row, plane.across));
  const [c = 0, d = 0] = rows.map((row) => dot(row, plane.up));
  const [e = 0, f = 0] = rows.map((row) => -dot(row, plane.origin) - (row[3] ?? 0));
  // Cramer's rule finds the point of `plane` that lies in both.
  const determinant = a * d - c * b;
  return [(e * d - c * f) / determinant, (a * f - e * b) / determinant];
}

export function plus(a: Position, b: Position, times = 1): Position {
  return [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
}

export function minus(a: Position, b: Position): Position {
  return plus(a, b, -1);
}

export function dot(a: readonly number[], b: Position): number {
  return (a[0] ?? 0) * b[0] + (a[1] ?? 0) * b[1] + (a[2] ?? 0) * b[2];
}

type ArmPositions = readonly [Position, Position, Position, Position, Position];

/** Base, shoulder, elbow, wrist, finger pads: forward kinematics. */
function armOf([yaw, ...bends]: Sample | Values): ArmPositions {
  const turn = radians(arm.heading + yaw);
  let [out, height, lean] = [0, arm.shoulderHeight, 0];
  const position = (): Position => [
    arm.base[0] + out * Math.cos(turn),
    arm.base[1] + out * Math.sin(turn),
    arm.base[2] + height,
  ];
  const next = (length: number, bend: number) => {
    lean += radians(bend);
    out += length * Math.sin(lean);
    height += length * Math.cos(lean);
    return position();
  };
  return [
    arm.base,
    position(),
    next(arm.upper, bends[0]),
    next(arm.fore, bends[1]),
    next(arm.tool, bends[2]),
  ];
}

function project([x, y, z]: Position): readonly [x: number, y: number, depth: number] {
  const [across = 0, down = 0, away = 1] = camera.map(
    (row) => row[0] * x + row[1] * y + row[2] * z + row[3],
  );
  return [across / away, down / away, away];
}

function radians(degree: number): number {
  return (degree * Math.PI) / 180;
}

function degrees(radian: number): number {
  return (radian * 180) / Math.PI;
}

/** Rounds to hundredths. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
