import { EmptyGrasp } from "../demonstration/EmptyGrasp.tsx";
import { SITE } from "../site.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
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
      <EmptyGrasp className="not-found-arm" />
    </main>
  );
}
