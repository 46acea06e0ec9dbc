import { BLOCK, poseOf, SHOULDER, TRAY_X, type Point } from "./arm.ts";
import { FRAME, project, unproject, type ImagePoint } from "./camera.ts";
import { RATE, sampleAt, type Episode } from "./episode.ts";
import type { Images } from "./images.ts";
import data from "./images/parts.json" with { type: "json" };

type Part = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  pivotX: number,
  pivotY: number,
  depth: number,
];

const PARTS = data.parts as unknown as Record<string, Part>;

type Scene = { episode: Episode; time: number };

/** Draws into the whole canvas, in its CSS colour. */
export function drawScene(canvas: HTMLCanvasElement, images: Images, scene: Scene): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const scale = canvas.width / FRAME.width;
  context.setTransform(scale, 0, 0, scale, -FRAME.left * scale, -FRAME.top * scale);
  const part = (name: string, at: Point, how?: PartOptions) =>
    drawPart(context, images.parts, name, at, how);

  const { pads, opening, block } = sampleAt(scene.episode, scene.time);
  const { upper, fore, elbow, wrist } = poseOf(pads);
  drawBench(context, images.bench);
  drawShadow(part, "hand-shadow", pads);
  drawShadow(part, "block-shadow", block);
  drawPath(context, scene, (1.75 * devicePixelRatio) / scale);
  link(part, "upper-back", SHOULDER, upper);
  part("motors", SHOULDER);
  part("right", [wrist[0] + opening / 2, wrist[1]]);
  part("block", block);
  part("left", [wrist[0] - opening / 2, wrist[1]]);
  part("hand", wrist);
  link(part, "fore", elbow, fore);
  link(part, "upper-front", SHOULDER, upper);
  part("turret", SHOULDER);
  // Hides what is in the tray.
  part("tray-front", [TRAY_X, 0]);
}

type PartOptions = { depth?: number; turn?: number; opacity?: number };
type DrawPart = (name: string, at: Point, how?: PartOptions) => void;

function drawBench(context: CanvasRenderingContext2D, bench: ImageBitmap): void {
  context.drawImage(bench, FRAME.left, FRAME.top, FRAME.width, FRAME.height);
}

/** The links are rendered at each of these steps, in degrees, and turned to the angles between. */
const STEP = 12;

function link(part: DrawPart, name: string, joint: Point, angle: number): void {
  const rendered = Object.keys(PARTS)
    .filter((key) => key.startsWith(name))
    .map((key) => Number(key.slice(name.length + 1)));
  const nearest = Math.min(
    Math.max(STEP * Math.round(angle / STEP), Math.min(...rendered)),
    Math.max(...rendered),
  );
  part(`${name}-${nearest}`, joint, { turn: angle - nearest });
}

/** For each metre of height, a shadow moves by this much to the right and in depth. */
const LIGHT = [0.62, 0.79] as const;
/** Height in metres at which a shadow is half as dark. */
const FADE = 0.09;

function drawShadow(part: DrawPart, name: string, [x, z]: Point): void {
  const height = Math.max(0, z - BLOCK / 2);
  const opacity = FADE / (FADE + height);
  part(name, [x + height * LIGHT[0], 0], { depth: height * LIGHT[1], opacity });
}

/** Puts the part's pivot at a point of the arm's plane, `depth` metres behind it. `turn` is in degrees. */
function drawPart(
  context: CanvasRenderingContext2D,
  sheet: ImageBitmap,
  name: string,
  at: Point,
  { depth = 0, turn = 0, opacity = 1 }: PartOptions = {},
): void {
  const part = PARTS[name];
  if (!part) return;
  const [x, y, width, height, pivotX, pivotY, pivotDepth] = part;
  context.save();
  context.globalAlpha = opacity;
  context.translate(...project(at, depth + pivotDepth));
  context.transform(...turned([1, 0], turn), ...turned([0, 1], turn), 0, 0);
  context.scale(1 / data.pixelsPerMetre, 1 / data.pixelsPerMetre);
  context.drawImage(sheet, x, y, width, height, -pivotX, -pivotY, width, height);
  context.restore();
}

/** Turns a direction of the image in the arm's plane, which the camera sees at an angle. */
function turned(direction: ImagePoint, turn: number): ImagePoint {
  const [x, z] = unproject(direction);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return project([x * cos - z * sin, x * sin + z * cos]);
}

/** Metres between two dots, so that they do not touch where the arm rests. */
const DOT_DISTANCE = 0.022;
const DOT_RADIUS = 0.0062;

/** Draws the pads' path until the block was released, with a dot every half second. What lies ahead is paler. */
function drawPath(
  context: CanvasRenderingContext2D,
  { episode, time }: Scene,
  minimumWidth: number,
): void {
  const end = episode.phases.find(({ name }) => name === "release")?.from ?? Infinity;
  const path = episode.samples.slice(0, end * RATE + 1).map(({ pads }) => project(pads));
  const past = time > 0 ? path.slice(0, time * RATE + 1) : path;
  context.strokeStyle = context.fillStyle = getComputedStyle(context.canvas).color;
  context.lineWidth = Math.max(0.0034, minimumWidth);
  context.lineJoin = context.lineCap = "round";
  context.globalAlpha = 0.4;
  if (past.length < path.length) stroke(context, path);
  context.globalAlpha = 1;
  stroke(context, past);
  const dots: ImagePoint[] = [];
  for (const [index, dot] of past.entries()) {
    const isFar = dots.every(([x, y]) => Math.hypot(dot[0] - x, dot[1] - y) > DOT_DISTANCE);
    if (index % (RATE / 2) !== 0 || !isFar) continue;
    dots.push(dot);
    context.beginPath();
    context.arc(...dot, DOT_RADIUS, 0, 2 * Math.PI);
    context.fill();
  }
}

function stroke(context: CanvasRenderingContext2D, points: readonly ImagePoint[]): void {
  context.beginPath();
  for (const point of points) context.lineTo(...point);
  context.stroke();
}
