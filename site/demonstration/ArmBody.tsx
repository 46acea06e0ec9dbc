import { SCENE, type Sample } from "./model.ts";
import { armPoints, outline, type Point } from "./projection.ts";
import { turnedLikeTray } from "./workspace.ts";

const { base, upper, fore, tool } = SCENE.arm;

/** Paths of the arm's parts, in centimetres. The x axis runs along the part. */
const UPPER_ARM = "M0-3.9 30-3.1A3.1 3.1 0 0 1 30 3.1L0 3.9A3.9 3.9 0 0 1 0-3.9z";
const FOREARM =
  "M0-3.2 21-2.7V2.7L0 3.2A3.2 3.2 0 0 1 0-3.2zM21-2.1 30-2.3A2.3 2.3 0 0 1 30 2.3L21 2.1z";
const FINGER = "M15.6 0V2.6H18L21.4 1.7 26.2.9 26.7.4V0z";

export function ArmBody({ sample }: { sample: Sample }) {
  const [foot, shoulder, elbow, wrist, pads] = armPoints(sample);
  const halfOpening = sample[4] / 20;
  return (
    <g className="arm-body">
      <linearGradient
        id="arm-body-light"
        gradientUnits="userSpaceOnUse"
        x1="0"
        x2="0"
        y1="3.9"
        y2="-3.9"
      >
        <stop className="arm-body-light-near" />
        <stop className="arm-body-light-far" offset="0.75" />
      </linearGradient>
      <Pedestal foot={foot} shoulder={shoulder} />
      <g transform={alongAxis(shoulder, elbow, upper, -1)}>
        <path className="arm-body-dark" d={UPPER_ARM} />
        <path
          className="arm-body-inlay"
          d="M7-1.3H23.5a1.2 1.2 0 0 1 0 2.4H7a1.2 1.2 0 0 1 0-2.4z"
        />
      </g>
      <g transform={alongAxis(elbow, wrist, fore, 1)}>
        <path className="arm-body-dark" d={FOREARM} />
        <path className="arm-body-inlay" d="M6.5-1H17a1 1 0 0 1 0 2H6.5a1 1 0 0 1 0-2z" />
        <path className="arm-body-metal" d="M19.6-2.9h1.8v5.8h-1.8z" />
        <path className="arm-body-accent" d="M21.4-2.9h.8v5.8h-.8z" />
      </g>
      <Joint at={shoulder} radius={3.3} />
      <Joint at={elbow} radius={2.75} accent />
      <g transform={alongAxis(wrist, pads, tool, 1)}>
        <path className="arm-body-dark" d="M-1-1.9H6V1.9H-1z" />
        <path className="arm-body-metal" d="M5.6-2.9h1.3v5.8H5.6z" />
        <path className="arm-body-accent" d="M6.9-2.95h.7v5.9h-.7z" />
        <path className="arm-body-dark" d="M7.6-3.1l.6-.6h4l.6.6v6.2l-.6.6h-4l-.6-.6z" />
        <path className="arm-body-inlay" d="M8.6-2.2h3.2v4.4H8.6z" />
        <path className="arm-body-metal" d="M14.2-7.2h1.2v14.4h-1.2z" />
        <path className="arm-body-dark" d="M12.6-7.8h2v15.6h-2z" />
        {[1, -1].map((side) => (
          <g
            key={side}
            transform={`scale(1 ${side}) translate(0 ${(halfOpening + 0.77).toFixed(2)})`}
          >
            <path className="arm-body-dark" d={FINGER} />
            <path className="arm-body-accent" d="M19.9-.77h6.4V0h-6.4z" />
          </g>
        ))}
      </g>
      <Joint at={wrist} radius={2.05} />
    </g>
  );
}

/** Draws the pedestal upright, because in the camera's perspective it would seem to lean. */
function Pedestal({ foot: [x, y], shoulder }: { foot: Point; shoulder: Point }) {
  return (
    <>
      <path className="arm-body-plate" d={PLATE} />
      <g transform={`translate(${x} ${y}) scale(.86)`}>
        <path
          className="arm-body-shell"
          d="M-7-7.4a1.2 1.2 0 0 1 1.2-1.2H5.8A1.2 1.2 0 0 1 7-7.4V1.2H-7z"
        />
        <path className="arm-body-accent" d="M-7-1h14v1H-7z" />
        <path className="arm-body-metal" d="M-5-9.6H5.4v1H-5z" />
      </g>
      <path
        className="arm-body-dark"
        d={`M${x - 4} ${y - 8}L${shoulder[0] - 3.1} ${shoulder[1]}h6.2L${x + 4.6} ${y - 8}z`}
      />
    </>
  );
}

const PLATE = outline([
  turnedLikeTray(base, [-0.1, -0.085, 0]),
  turnedLikeTray(base, [0.1, -0.085, 0]),
  turnedLikeTray(base, [0.1, 0.085, 0]),
  turnedLikeTray(base, [-0.1, 0.085, 0]),
]);

function Joint({
  at: [cx, cy],
  radius,
  accent = false,
}: {
  at: Point;
  radius: number;
  accent?: boolean;
}) {
  return (
    <>
      <circle className="arm-body-shell" cx={cx} cy={cy} r={radius} />
      {accent && <circle className="arm-body-accent" cx={cx} cy={cy} r={radius * 0.76} />}
      <circle className="arm-body-metal" cx={cx} cy={cy} r={radius * 0.6} />
      <circle className="arm-body-hub" cx={cx} cy={cy} r={radius * 0.2} />
    </>
  );
}

/**
 * Returns the transform that maps centimetres along the x axis to the line between two points. A `side` of -1 mirrors
 * the drawing, so that its lit side faces the light.
 */
function alongAxis(from: Point, to: Point, metres: number, side: 1 | -1): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const length = Math.hypot(dx, dy) / (100 * metres);
  return `translate(${from.join(" ")}) rotate(${degrees.toFixed(2)}) scale(${length.toFixed(4)} ${side * 0.9})`;
}
