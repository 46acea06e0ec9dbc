import { Drawing } from "../ui/drawings/Drawing.tsx";
import { ArmBody } from "./ArmBody.tsx";
import { sampleAt } from "./episode.ts";
import { EXAMPLE, RATE, SCENE, type Sample } from "./model.ts";
import { armPoints, gripperPath, pixel, type Point } from "./projection.ts";

/** The drawing shows the example's samples at these times, in seconds. */
const SAMPLED = [1.55, 1.8, 2.5] as const;

const TRAY = SCENE.tray.map(pixel);

export function EmptyGrasp({ className }: { className: string }) {
  const [start, , end] = SAMPLED;
  const path = EXAMPLE.samples.slice(start * RATE, end * RATE + 1);
  return (
    <Drawing className={className} viewBox="26 2.6 57 48.5" preserveAspectRatio="xMaxYMid">
      <path strokeOpacity="0.35" d={`M${TRAY.join(" ")}z`} />
      <MissingBlock at={padsPointOf(sampleAt(EXAMPLE, end))} />
      <ArmBody sample={sampleAt(EXAMPLE, start)} />
      <g className="drawing-path">
        <path d={gripperPath(path)} />
        {SAMPLED.map((time) => (
          <Dot key={time} at={padsPointOf(sampleAt(EXAMPLE, time))} radius={0.5} />
        ))}
      </g>
    </Drawing>
  );
}

/** Draws a dotted cube whose edges are parallel to the sides of the tray. */
function MissingBlock({ at: [x, y] }: { at: Point }) {
  const left = `M${(x - 3.3).toFixed(2)} ${(y - 2.5).toFixed(2)}`;
  return (
    <path
      className="drawing-dotted"
      d={`${left}l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3`}
    />
  );
}

function Dot({ at: [cx, cy], radius }: { at: Point; radius: number }) {
  return <circle cx={cx} cy={cy} r={radius} />;
}

function padsPointOf(sample: Sample): Point {
  return armPoints(sample)[4];
}
