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
      <EmptyGripper />
    </main>
  );
}

/** An open gripper, with the outline of a missing block between its fingers. */
function EmptyGripper() {
  return (
    <Drawing className="not-found-drawing" viewBox="0 0 60 60" preserveAspectRatio="xMidYMin">
      <path d="M26 0v11M34 0v11M22 11h16v7H22zM10 18h40v6H10zM12 24v15l4 10h2V24M48 24v15l-4 10h-2V24" />
      <path className="not-found-pads" d="M18 33h2v15h-2zM40 33h2v15h-2z" />
      <path className="drawing-dotted" d="M24 46h10v10H24zM24 46l3-3h10l-3 3M37 43v10l-3 3" />
      <path strokeOpacity="0.35" d="M4 56h16M38 56h18" />
    </Drawing>
  );
}
