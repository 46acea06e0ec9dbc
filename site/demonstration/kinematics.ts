import { SCENE, type Position, type Sample } from "./model.ts";
import { minus } from "./vectors.ts";

const { arm } = SCENE;

export function armOf([yaw, shoulderBend, elbowBend, wristBend]: Sample): readonly [
  base: Position,
  shoulder: Position,
  elbow: Position,
  wrist: Position,
  pads: Position,
] {
  const turn = radians(arm.heading + yaw);
  const inSpace = ({ out, height }: SidePoint): Position => [
    arm.base[0] + out * Math.cos(turn),
    arm.base[1] + out * Math.sin(turn),
    arm.base[2] + height,
  ];

  // Each link's angle from vertical is the sum of the bends up to that link.
  const upperLean = radians(shoulderBend);
  const foreLean = upperLean + radians(elbowBend);
  const toolLean = foreLean + radians(wristBend);

  const shoulder = { out: 0, height: arm.shoulderHeight };
  const elbow = alongLink(shoulder, arm.upper, upperLean);
  const wrist = alongLink(elbow, arm.fore, foreLean);
  const pads = alongLink(wrist, arm.tool, toolLean);
  return [arm.base, inSpace(shoulder), inSpace(elbow), inSpace(wrist), inSpace(pads)];
}

/** Point in the arm's side view, in metres. `out` is the distance from the base's vertical axis. */
type SidePoint = { out: number; height: number };

/** Returns the end of a link. `lean` is the link's angle from vertical, in radians. */
function alongLink({ out, height }: SidePoint, length: number, lean: number): SidePoint {
  return { out: out + length * Math.sin(lean), height: height + length * Math.cos(lean) };
}

export function padsOf(sample: Sample): Position {
  return armOf(sample)[4];
}

export function blockOf(sample: Sample): Position {
  return [sample[5], sample[6], sample[7]];
}

/** `pitch` is in degrees below horizontal. If the position is out of reach, the arm stretches towards it. */
export function solveInverseKinematics(
  position: Position,
  pitch: number,
): [yaw: number, shoulder: number, elbow: number, wrist: number] {
  const [x, y, z] = minus(position, arm.base);
  const yaw = degrees(Math.atan2(y, x)) - arm.heading;
  // Position of the wrist relative to the shoulder.
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

/** The gripper's angle, in degrees below horizontal. */
export function pitchOf([, shoulder, elbow, wrist]: Sample): number {
  return shoulder + elbow + wrist - 90;
}

function radians(degree: number): number {
  return (degree * Math.PI) / 180;
}

function degrees(radian: number): number {
  return (radian * 180) / Math.PI;
}
