import { sampleAt } from "../demonstration/episode.ts";
import { EXAMPLE, RATE, SCENE, type Sample } from "../demonstration/model.ts";
import { armPoints, gripperPath, pixel, type Point } from "../demonstration/projection.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";

/** Seconds of the example at which the arm is drawn, and at which the path ahead of it is sampled. */
const REACHING = [0.85, 1.4, 1.55];
const SAMPLED = [1.55, 1.8, 2.5] as const;

const TRAY = SCENE.tray.map(pixel);

export function EmptyGrasp({ className }: { className: string }) {
  const [start, , end] = SAMPLED;
  const path = EXAMPLE.samples.slice(start * RATE, end * RATE + 1);
  return (
    <Drawing className={className} viewBox="26 2.6 52.8 48.5" preserveAspectRatio="xMaxYMid">
      <path strokeOpacity="0.35" d={`M${TRAY.join(" ")}z`} />
      <MissingBlock at={padsPointOf(sampleAt(EXAMPLE, end))} />
      {REACHING.map((time, index) => (
        // Like a multiple exposure: earlier poses are paler.
        <g key={time} strokeOpacity={0.2 + 0.8 * (index / (REACHING.length - 1)) ** 2}>
          <Arm sample={sampleAt(EXAMPLE, time)} />
        </g>
      ))}
      <g className="drawing-path">
        <path d={gripperPath(path)} />
        {SAMPLED.map((time) => (
          <Dot key={time} at={padsPointOf(sampleAt(EXAMPLE, time))} radius={0.5} />
        ))}
      </g>
    </Drawing>
  );
}

/** A cube with edges of 5, parallel to the sides of the tray. */
function MissingBlock({ at: [x, y] }: { at: Point }) {
  const left = `M${(x - 3.3).toFixed(2)} ${(y - 2.5).toFixed(2)}`;
  return (
    <path
      className="drawing-dotted"
      d={`${left}l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3`}
    />
  );
}

/** The plate under the post, parallel to the sides of the tray. */
const PLATE = "l-4-2.7-9.2 1.3 4 2.7z";

function Arm({ sample }: { sample: Sample }) {
  // The post is drawn upright, below the shoulder: perspective alone would look like a mistake.
  const [[, foot], shoulder, elbow, wrist, pads] = armPoints(sample);
  return (
    <>
      <path d={`M${(shoulder[0] + 6.6).toFixed(2)} ${(foot + 0.7).toFixed(2)}${PLATE}`} />
      <path d={`M${shoulder[0]} ${foot}L${[shoulder, elbow, wrist].join(" ")}`} />
      <Gripper wrist={wrist} pads={pads} />
      {[shoulder, elbow, wrist].map((joint) => (
        <Dot key={joint.join(" ")} at={joint} radius={0.75} />
      ))}
    </>
  );
}

/** Half of the distance between the pads, which are open in all poses. */
const HALF_OPENING = 3.5;

/** A line from wrist to palm, then palm and jaws as three sides of a box that ends just past the pads. */
function Gripper({ wrist, pads }: { wrist: Point; pads: Point }) {
  const reach = Math.hypot(pads[0] - wrist[0], pads[1] - wrist[1]);
  const [dx, dy] = [(pads[0] - wrist[0]) / reach, (pads[1] - wrist[1]) / reach];
  const point = (along: number, across: number) =>
    [wrist[0] + along * dx - across * dy, wrist[1] + along * dy + across * dx]
      .map((value) => value.toFixed(2))
      .join(" ");
  const [palm, tip] = [0.55 * reach, reach + 1];
  const jaws = [
    point(tip, HALF_OPENING),
    point(palm, HALF_OPENING),
    point(palm, -HALF_OPENING),
    point(tip, -HALF_OPENING),
  ];
  return <path d={`M${wrist.join(" ")}L${point(palm, 0)}M${jaws.join("L")}`} />;
}

function Dot({ at: [cx, cy], radius }: { at: Point; radius: number }) {
  return <circle cx={cx} cy={cy} r={radius} />;
}

function padsPointOf(sample: Sample): Point {
  return armPoints(sample)[4];
}
