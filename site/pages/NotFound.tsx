import { EXAMPLE, RATE } from "../assets/demonstration.ts";
import { sampleAt } from "../demonstration/episode.ts";
import { gripperPath, poseOf, TRAY } from "../demonstration/kinematics.ts";
import { SITE } from "../site.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ArmPose, type Pose } from "../ui/drawings/ArmPose.tsx";
import { Cube } from "../ui/drawings/Cube.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { Logo } from "../ui/Logo.tsx";

export function NotFound() {
  return (
    <main className="not-found">
      <a className="not-found-logo" href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <div className="not-found-text">
        <Chip number="404" label="Nothing to pick up here" />
        <h1>Oops! Page not found</h1>
        <ButtonLink variant="action" href="/">
          Return to Home
        </ButtonLink>
      </div>
      <EmptyGrasp />
    </main>
  );
}

/** Seconds in the demonstration at which the arm is drawn, and at which the path ahead is sampled. */
const REACHING = [0.85, 1.4, 1.55];
const SAMPLED = [1.55, 1.8, 2.5] as const;

/** The arm on its way to a missing block, with an empty tray. */
function EmptyGrasp() {
  const [start, , end] = SAMPLED;
  const path = EXAMPLE.samples.slice(start * RATE, end * RATE + 1);
  return (
    <Drawing className="not-found-arm" viewBox="26 2.6 52.8 48.5" preserveAspectRatio="xMaxYMid">
      <path strokeOpacity="0.35" d={`M${TRAY.join(" ")}z`} />
      <Cube className="drawing-dotted" at={poseAt(end).arm[4]} />
      {REACHING.map((time, index) => (
        // Like a multiple exposure: earlier poses are paler.
        <g key={time} strokeOpacity={0.2 + 0.8 * (index / (REACHING.length - 1)) ** 2}>
          <ArmPose {...poseAt(time)} joint={0.75} />
        </g>
      ))}
      <g className="drawing-path">
        <path d={gripperPath(path)} />
        {SAMPLED.map((time) => {
          const [cx, cy] = poseAt(time).arm[4];
          return <circle key={time} cx={cx} cy={cy} r="0.5" />;
        })}
      </g>
    </Drawing>
  );
}

function poseAt(time: number): Pose {
  return poseOf(sampleAt(EXAMPLE, time));
}
