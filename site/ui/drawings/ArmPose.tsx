export type Point = readonly [x: number, y: number];

export type Pose = {
  /** Base, shoulder, elbow, wrist, finger pads. */
  arm: readonly [base: Point, shoulder: Point, elbow: Point, wrist: Point, pads: Point];
  /** Distance between the pads. */
  opening: number;
};

/** The plate under the post, parallel to the sides of the tray. */
const PLATE = "l-4-2.7-9.2 1.3 4 2.7z";

type ArmPoseProps = Pose & {
  /** Radius. */
  joint?: number;
};

/** An arm as points and lines, to be placed in an SVG. */
export function ArmPose({ arm, opening, joint = 1.5 }: ArmPoseProps) {
  // The post is drawn upright, below the shoulder: perspective alone would look like a mistake.
  const [base, shoulder, elbow, wrist, pads] = arm;
  return (
    <g>
      <path
        d={`M${hundredths(shoulder[0] + 6.6)} ${hundredths(base[1] + 0.7)}${PLATE}M${shoulder[0]} ${base[1]}L${arm.slice(1, 4).join(" ")}`}
      />
      <path d={gripper(wrist, pads, opening)} />
      <circle cx={shoulder[0]} cy={shoulder[1]} r={joint} />
      <circle cx={elbow[0]} cy={elbow[1]} r={joint} />
      <circle cx={wrist[0]} cy={wrist[1]} r={joint} />
    </g>
  );
}

/** A line from wrist to palm, then palm and jaws as three sides of a box that ends just past the pads. */
function gripper(wrist: Point, pads: Point, opening: number): string {
  const reach = Math.hypot(pads[0] - wrist[0], pads[1] - wrist[1]);
  const [dx, dy] = [(pads[0] - wrist[0]) / reach, (pads[1] - wrist[1]) / reach];
  const half = opening / 2;
  const tip = reach + 1;
  const point = (along: number, across: number) =>
    [wrist[0] + along * dx - across * dy, wrist[1] + along * dy + across * dx]
      .map(hundredths)
      .join(" ");
  const palm = 0.55 * reach;
  return `M${wrist.join(" ")}L${point(palm, 0)}M${point(tip, half)}L${point(palm, half)} ${point(palm, -half)} ${point(tip, -half)}`;
}

function hundredths(value: number): number {
  return Number(value.toFixed(2));
}
