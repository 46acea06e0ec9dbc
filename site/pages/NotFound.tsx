import { SITE } from "../site.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
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
        <h1>
          Oops! <span>Page not found</span>
        </h1>
        <ButtonLink variant="action" href="/">
          Return to Home
        </ButtonLink>
      </div>
      <MissingBlock />
    </main>
  );
}

/** Outlines of a missing block and a missing tray, with the path from one to the other. */
function MissingBlock() {
  return (
    <Drawing className="not-found-drawing" viewBox="24 22 44 29" preserveAspectRatio="xMaxYMid">
      <path strokeOpacity="0.35" d="M48.4 49.76 66.97 47.11 60.46 42.68 42.98 44.96z" />
      <path
        className="drawing-dotted"
        d="M25.89 45.07l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3"
      />
      <g className="drawing-path">
        <path d={PATH} />
        {SAMPLES.map(([cx, cy]) => (
          <circle key={cx} cx={cx} cy={cy} r={0.5} />
        ))}
      </g>
    </Drawing>
  );
}

const PATH = "M29.2 47.2C30.5 35 35 24.5 41.5 24.5C48 24.5 52.5 33 54.6 45.5";
const SAMPLES = [
  [29.2, 47.2],
  [34.0, 30.1],
  [41.5, 24.5],
  [49.0, 29.3],
  [54.6, 45.5],
] as const;
