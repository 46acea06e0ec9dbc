import { DEMONSTRATION } from "../assets/demonstration.ts";
import { SITE } from "../site.ts";
import { ArmPose } from "../ui/ArmPose.tsx";
import { Drawing } from "../ui/Drawing.tsx";
import { Logo } from "../ui/Logo.tsx";

export function NotFound() {
  return (
    <main className="not-found">
      <a className="not-found-logo" href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <EmptyGrasp />
      <div className="not-found-words">
        <p className="chip">
          <span className="chip-number">404</span> <span>Nothing to pick up here</span>
        </p>
        <h1>Oops! Page not found</h1>
        <a className="button button-action" href="/">
          Return to Home
        </a>
      </div>
    </main>
  );
}

/** The demonstrated arm up to its grasp, with no block to grasp. */
function EmptyGrasp() {
  const poses = DEMONSTRATION.frames.slice(0, 3);
  const [x, y] = DEMONSTRATION.frames[0]?.block ?? [0, 0];
  return (
    <Drawing className="not-found-arm" viewBox="13 2 67 51">
      <path className="not-found-block" d={`M${x - 2.5} ${y - 2.5}h5v5h-5z`} />
      {poses.map((pose) => (
        <ArmPose key={pose.time} {...pose} />
      ))}
      <g className="drawing-path">
        <path d={`M${poses.flatMap(({ path }) => path).join(" ")}`} />
        {poses.map(({ time, arm: [, , , , [cx, cy]] }) => (
          <circle key={time} cx={cx} cy={cy} r="0.5" />
        ))}
      </g>
    </Drawing>
  );
}
