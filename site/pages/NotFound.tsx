import { DEMONSTRATION } from "../assets/demonstration.ts";
import { SITE } from "../site.ts";
import { ArmPose } from "../ui/drawings/ArmPose.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CUBE } from "../ui/drawings/cube.ts";
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
        <a className="button button-action" href="/">
          Return to Home
        </a>
      </div>
      <EmptyGrasp />
    </main>
  );
}

/** The arm on its way to a block that is not there; the tray stays empty. */
function EmptyGrasp() {
  const { poses, path, samples } = DEMONSTRATION.reach;
  const start = poses.at(-1)?.arm[4] ?? [0, 0];
  const [x, y] = samples.at(-1) ?? start;
  return (
    <Drawing className="not-found-arm" viewBox="26 2.6 52.8 48.5" preserveAspectRatio="xMaxYMid">
      <path strokeOpacity="0.35" d={`M${DEMONSTRATION.tray.join(" ")}z`} />
      <path className="drawing-dotted" d={`M${x - 3.3} ${y - 2.5}${CUBE}`} />
      {poses.map((pose, at) => (
        // Like a multiple exposure: earlier poses are paler.
        <g key={pose.arm[4].join(" ")} strokeOpacity={0.2 + 0.8 * (at / (poses.length - 1)) ** 2}>
          <ArmPose {...pose} joint={0.75} />
        </g>
      ))}
      <g className="drawing-path">
        <path d={`M${start.join(" ")}${path}`} />
        {[start, ...samples].map(([cx, cy]) => (
          <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r="0.5" />
        ))}
      </g>
    </Drawing>
  );
}
