import { BLOCK, poseOf, SHOULDER, TRAY_X, type Point } from "./arm.ts";
import { FRAME, project, unproject, type ImagePoint } from "./camera.ts";
import type { Sample } from "./episode.ts";
import sheet from "./images/parts.avif";
import data from "./images/parts.json" with { type: "json" };

type ImagePart = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  pivotX: number,
  pivotY: number,
  depth: number,
];

const PARTS = data.parts as unknown as Record<string, ImagePart>;

/** The parts are elements of their own, which the browser moves without drawing them again. */
export function Arm({ sample: { pads, opening, block } }: { sample: Sample }) {
  const { upper, fore, elbow, wrist } = poseOf(pads);
  return (
    <>
      <Link name="upper-back" at={SHOULDER} angle={upper} />
      <Part name="motors" at={SHOULDER} />
      <Part name="right" at={[wrist[0] + opening / 2, wrist[1]]} />
      <Part name="block" at={block} />
      <Part name="left" at={[wrist[0] - opening / 2, wrist[1]]} />
      <Part name="hand" at={wrist} />
      <Link name="fore" at={elbow} angle={fore} />
      <Link name="upper-front" at={SHOULDER} angle={upper} />
      <Part name="turret" at={SHOULDER} />
      {/* Hides what is in the tray. */}
      <Part name="tray-front" at={[TRAY_X, 0]} />
    </>
  );
}

export function Shadows({ sample }: { sample: Sample }) {
  return (
    <>
      <Shadow name="hand-shadow" of={sample.pads} />
      <Shadow name="block-shadow" of={sample.block} />
    </>
  );
}

/** For each metre of height, a shadow moves by this much to the right and in depth. */
const LIGHT = [0.62, 0.79] as const;
/** Height in metres at which a shadow is half as dark. */
const FADE = 0.09;

function Shadow({ name, of: [x, z] }: { name: string; of: Point }) {
  const height = Math.max(0, z - BLOCK / 2);
  const at: Point = [x + height * LIGHT[0], 0];
  return <Part name={name} at={at} depth={height * LIGHT[1]} opacity={FADE / (FADE + height)} />;
}

/** A link is rendered at these angles, in degrees, and turned to the angles between. */
const ANGLES: Record<string, readonly [first: number, last: number]> = {
  "upper-back": [72, 144],
  "upper-front": [72, 144],
  fore: [144, 204],
};
const STEP = 12;

function Link({ name, at, angle }: { name: string; at: Point; angle: number }) {
  const [first, last] = ANGLES[name] ?? [0, 0];
  const rendered = Math.min(Math.max(STEP * Math.round(angle / STEP), first), last);
  return <Part name={`${name}-${rendered}`} at={at} turn={angle - rendered} />;
}

type PartProps = { name: string; at: Point; depth?: number; turn?: number; opacity?: number };

/** Puts the part's pivot at a point of the arm's plane, `depth` metres behind it. `turn` is in degrees. */
function Part({ name, at, depth = 0, turn = 0, opacity = 1 }: PartProps) {
  const [x, y, width, height, pivotX, pivotY, pivotDepth] = PARTS[name] as ImagePart;
  const [u, v] = project(at, depth + pivotDepth);
  const matrix = [...turned([1, 0], turn), ...turned([0, 1], turn), 0, 0];
  return (
    <div
      className="scene-part"
      style={{
        width: toCss(width),
        height: toCss(height),
        background: `url(${sheet}) ${toCss(-x)} ${toCss(-y)} / ${toCss(data.sheetWidth)} auto`,
        transformOrigin: `${toCss(pivotX)} ${toCss(pivotY)}`,
        transform: `translate(${toCss(toPixels(u - FRAME.left) - pivotX)}, ${toCss(toPixels(v - FRAME.top) - pivotY)}) matrix(${matrix.join()})`,
        opacity,
      }}
    />
  );
}

function toPixels(metres: number): number {
  return metres * data.pixelsPerMetre;
}

/** Converts pixels of the rendered images to a CSS length in the scene, which is a container. */
function toCss(pixels: number): string {
  return `${((100 * pixels) / toPixels(FRAME.width)).toFixed(3)}cqi`;
}

/** Turns a direction of the image in the arm's plane, which the camera sees at an angle. */
function turned(direction: ImagePoint, turn: number): ImagePoint {
  const [x, z] = unproject(direction);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return project([x * cos - z * sin, x * sin + z * cos]);
}
