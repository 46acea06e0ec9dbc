import { DEMONSTRATION, type Position, type SensorChannel } from "../assets/demonstration.ts";
import type { Point, Pose } from "../ui/drawings/ArmPose.tsx";

const { arm, block, camera, channels, duration, interval, perMetre, phases } = DEMONSTRATION;

/** The value of a channel at a time, in its unit. */
export function valueAt({ knots }: SensorChannel, time: number): number {
  const index = Math.min(Math.floor(time / interval), knots.length - 2);
  const [[a, slopeA], [b, slopeB]] = [knots[index] ?? [0, 0], knots[index + 1] ?? [0, 0]];
  const s = time / interval - index;
  return (
    (1 + 2 * s) * (1 - s) ** 2 * a +
    s * (1 - s) ** 2 * interval * slopeA +
    s * s * (3 - 2 * s) * b +
    s * s * (s - 1) * interval * slopeB
  );
}

export function phaseAt(time: number): string {
  return phases.findLast(({ from }) => from <= time)?.name ?? "";
}

/** The arm as the camera sees it, computed from the angles of its joints. */
export function poseAt(time: number): Pose {
  const [base, shoulder, elbow, wrist, pads] = armAt(time);
  const opening = (valuesAt(time)[4] / 1000) * (perMetre / depth(pads));
  return {
    arm: [pixel(base), pixel(shoulder), pixel(elbow), pixel(wrist), pixel(pads)],
    opening: round(opening),
  };
}

export function blockAt(time: number): Point {
  if (time < block.gripped) return pixel(block.from);
  return pixel(time < block.released ? armAt(time)[4] : block.to);
}

/** The tray's rim as the camera sees it. */
export const TRAY: readonly Point[] = DEMONSTRATION.tray.map(pixel);

/** The path of the gripper pads between two times, as SVG path data with one curve per interval. */
export function gripperPath(from: number, to: number): string {
  const first = Math.floor(from / interval) + 1;
  const inner = Array.from(
    { length: Math.ceil(to / interval) - first },
    (_, index) => (first + index) * interval,
  );
  const knots = [from, ...inner, to].map((time) => ({
    time,
    point: padsAt(time),
    speed: padsSpeedAt(time),
  }));
  return knots
    .map((knot, index) => {
      const before = knots[index - 1];
      if (!before) return `M${knot.point.join(" ")}`;
      // A cubic Bézier's control points are a third of its duration along the velocities at its ends.
      const third = (knot.time - before.time) / 3;
      const curve = [along(before, third), along(knot, -third), knot.point];
      const moved = curve.some((point) => String(point) !== String(before.point));
      return moved ? `C${curve.map((point) => point.join(" ")).join(" ")}` : "";
    })
    .join("");
}

function along({ point, speed }: { point: Point; speed: Point }, seconds: number): Point {
  return [round(point[0] + speed[0] * seconds), round(point[1] + speed[1] * seconds)];
}

function padsAt(time: number): Point {
  return pixel(armAt(time)[4]);
}

/** In pixels per second. */
function padsSpeedAt(time: number): Point {
  const step = 1e-3;
  const [from, to] = [Math.max(time - step, 0), Math.min(time + step, duration)];
  const [a, b] = [project(armAt(from)[4]), project(armAt(to)[4])];
  return [(b[0] - a[0]) / (to - from), (b[1] - a[1]) / (to - from)];
}

type ArmPositions = readonly [Position, Position, Position, Position, Position];

/** Base, shoulder, elbow, wrist, finger pads: forward kinematics, as in `art/lib/kinematics.py`. */
function armAt(time: number): ArmPositions {
  const [yaw, ...bends] = valuesAt(time);
  const turn = radians(arm.heading + yaw);
  let [reach, height, lean] = [0, arm.shoulderHeight, 0];
  const position = (): Position => [
    arm.base[0] + reach * Math.cos(turn),
    arm.base[1] + reach * Math.sin(turn),
    arm.base[2] + height,
  ];
  const next = (length: number, bend: number) => {
    lean += radians(bend);
    reach += length * Math.sin(lean);
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

type Values = [yaw: number, shoulder: number, elbow: number, wrist: number, gripper: number];

function valuesAt(time: number): Values {
  return channels.map((channel) => valueAt(channel, time)) as Values;
}

function pixel(position: Position): Point {
  const [x, y] = project(position);
  return [round(x), round(y)];
}

function project([x, y, z]: Position): readonly [x: number, y: number, depth: number] {
  const [across = 0, down = 0, away = 1] = camera.map(
    (row) => row[0] * x + row[1] * y + row[2] * z + row[3],
  );
  return [across / away, down / away, away];
}

function depth(position: Position): number {
  return project(position)[2];
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Rounds to hundredths. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
