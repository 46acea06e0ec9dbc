import { blockOf, padsOf } from "./kinematics.ts";
import { SCENE, type Position, type Sample } from "./model.ts";
import { outline, pixel } from "./projection.ts";
import { addScaled, minus } from "./vectors.ts";
import { restingHeight, toPlane, toPosition, turnedLikeTray } from "./workspace.ts";

const { block, tray } = SCENE;
const TRAY_FLOOR = block.inTray[2] - block.side / 2;
/** The tray's inner size as a fraction of its outer size. */
const WITHIN = 0.93;

export function Tray() {
  return (
    <g className="tabletop-tray">
      <radialGradient id="tabletop-shade">
        <stop className="tabletop-shade-stop" offset="0.2" stopOpacity="0.32" />
        <stop className="tabletop-shade-stop" offset="1" stopOpacity="0" />
      </radialGradient>
      <ellipse className="tabletop-shadow" cx="55.4" cy="50.6" rx="16.5" ry="5" />
      <path className="tabletop-tray-rim" d={outline(tray)} />
      <path className="tabletop-tray-inside-back" d={INSIDE} />
      <path className="tabletop-tray-inside-right" d={INSIDE_RIGHT} />
      <path className="tabletop-tray-floor" d={FLOOR} />
      <path className="tabletop-tray-left" d={OUTSIDE_LEFT} />
      <path className="tabletop-tray-front" d={OUTSIDE_FRONT} />
    </g>
  );
}

export function Shadows({ sample }: { sample: Sample }) {
  return (
    <g>
      <ellipse className="tabletop-shadow" cx="73.6" cy="42.4" rx="13" ry="4.4" />
      <Shadow of={padsOf(sample)} size={4.6} strength={0.5} />
      <Shadow of={blockOf(sample)} size={4.4} strength={1} />
    </g>
  );
}

function Shadow({ of, size, strength }: { of: Position; size: number; strength: number }) {
  const [across, height] = toPlane(of);
  const ground = restingHeight(across);
  const above = Math.max(height - ground, 0);
  const [cx, cy] = pixel(toPosition([across, ground - block.side / 2]));
  const rx = size * (1 + 2.5 * above);
  const opacity = strength / (1 + 12 * above);
  return (
    <ellipse className="tabletop-shadow" cx={cx} cy={cy} rx={rx} ry={rx * 0.36} opacity={opacity} />
  );
}

export function Block({ sample }: { sample: Sample }) {
  const half = block.side / 2;
  const corner = (x: number, y: number, z: number) =>
    turnedLikeTray(blockOf(sample), [x * half, y * half, z * half]);
  const top = [corner(-1, -1, 1), corner(1, -1, 1), corner(1, 1, 1), corner(-1, 1, 1)];
  const front = [corner(-1, -1, 1), corner(1, -1, 1), corner(1, -1, -1), corner(-1, -1, -1)];
  const left = [corner(-1, 1, 1), corner(-1, -1, 1), corner(-1, -1, -1), corner(-1, 1, -1)];
  return (
    <g className="tabletop-block">
      <path className="tabletop-block-left" d={outline(left)} />
      <path className="tabletop-block-front" d={outline(front)} />
      <path className="tabletop-block-top" d={outline(top)} />
    </g>
  );
}

type Corners = readonly [Position, Position, Position, Position];

const [FRONT_LEFT, FRONT_RIGHT, , BACK_LEFT] = tray as Corners;
const [IN_FRONT_LEFT, IN_FRONT_RIGHT, IN_BACK_RIGHT, IN_BACK_LEFT] = tray.map((corner) =>
  addScaled(block.inTray, minus(corner, block.inTray), WITHIN),
) as unknown as Corners;

const INSIDE = outline([IN_FRONT_LEFT, IN_FRONT_RIGHT, IN_BACK_RIGHT, IN_BACK_LEFT]);
const INSIDE_RIGHT = wall(IN_FRONT_RIGHT, IN_BACK_RIGHT, TRAY_FLOOR);
const FLOOR = outline(
  [IN_FRONT_LEFT, IN_FRONT_RIGHT, IN_BACK_RIGHT, IN_BACK_LEFT].map((at) => below(at, TRAY_FLOOR)),
);
const OUTSIDE_FRONT = wall(FRONT_LEFT, FRONT_RIGHT, 0);
const OUTSIDE_LEFT = wall(BACK_LEFT, FRONT_LEFT, 0);

function wall(from: Position, to: Position, bottom: number): string {
  return outline([from, to, below(to, bottom), below(from, bottom)]);
}

function below([x, y]: Position, height: number): Position {
  return [x, y, height];
}
