import { armOf, padsOf } from "./kinematics.ts";
import { SCENE, type CameraRow, type Position, type Sample } from "./model.ts";
import { dot } from "./vectors.ts";

/** In image pixels. */
export type Point = readonly [x: number, y: number];

/** Visible part of the image, in image pixels. `Scene.css` repeats its proportions. */
export const FRAME = { left: 12, top: -4.5, width: 74, height: 61 };

const [ACROSS, DOWN, DEPTH] = SCENE.camera;

export function pixel(position: Position): Point {
  const depth = project(DEPTH, position);
  return [
    roundToHundredths(project(ACROSS, position) / depth),
    roundToHundredths(project(DOWN, position) / depth),
  ];
}

export function outline(corners: readonly Position[]): string {
  return `M${corners.map((corner) => pixel(corner).join(" ")).join("L")}z`;
}

export function armPoints(sample: Sample): readonly [Point, Point, Point, Point, Point] {
  const [base, shoulder, elbow, wrist, pads] = armOf(sample);
  return [pixel(base), pixel(shoulder), pixel(elbow), pixel(wrist), pixel(pads)];
}

export function gripperPath(samples: readonly Sample[]): string {
  const points = samples.map((sample) => pixel(padsOf(sample)).join(" "));
  return `M${points.filter((point, index) => point !== points[index - 1]).join("L")}`;
}

/** Intersects the camera's ray through a pixel with a plane. Returns coordinates in the plane, in metres. */
export function intersectRayWithPlane(
  [x, y]: Point,
  { origin, across, up }: { origin: Position; across: Position; up: Position },
): [across: number, up: number] {
  // The positions that project to this x form a plane, and so do those for this y. The two planes meet in the ray.
  const atX = planeDrawnAt(x, ACROSS);
  const atY = planeDrawnAt(y, DOWN);
  // Solves two linear equations by Cramer's rule.
  const [a, b, e] = [dot(normal(atX), across), dot(normal(atX), up), -project(atX, origin)];
  const [c, d, f] = [dot(normal(atY), across), dot(normal(atY), up), -project(atY, origin)];
  const determinant = a * d - b * c;
  return [(e * d - b * f) / determinant, (a * f - e * c) / determinant];
}

/** Returns the plane of all positions whose image coordinate is `at`, as a row that maps those positions to zero. */
function planeDrawnAt(at: number, [x, y, z, offset]: CameraRow): CameraRow {
  return [x - at * DEPTH[0], y - at * DEPTH[1], z - at * DEPTH[2], offset - at * DEPTH[3]];
}

function normal([x, y, z]: CameraRow): Position {
  return [x, y, z];
}

function project(row: CameraRow, position: Position): number {
  return dot(normal(row), position) + row[3];
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
