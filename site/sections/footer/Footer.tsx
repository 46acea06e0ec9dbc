import { RequestDataButton } from "../../request/RequestDataButton.tsx";
import { SITE } from "../../site.ts";
import { ArrivingPath } from "../../ui/drawings/ArrivingPath.tsx";
import { Logo } from "../../ui/Logo.tsx";

/** The year of the build. */
const YEAR = new Date().getFullYear();

type FooterProps = { privacyUrl: string | null; imprintUrl: string | null };

export function Footer({ privacyUrl, imprintUrl }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <p className="footer-sentence">Let&apos;s build the future of robotics together.</p>
        <div className="screen-only button-row footer-action">
          <RequestDataButton />
          <p>Tell us what your robot should learn.</p>
        </div>
        <div className="screen-only footer-line">
          <ArrivingPath className="footer-trajectory" drawnInView />
        </div>
        <div className="footer-base">
          <Logo name={SITE.name} />
          {(privacyUrl ?? imprintUrl) !== null && (
            <p className="footer-links">
              {privacyUrl !== null && <a href={privacyUrl}>Privacy</a>}
              {imprintUrl !== null && <a href={imprintUrl}>Imprint</a>}
            </p>
          )}
          <p className="footer-address">{SITE.origin}</p>
          <p translate="no">{`© ${YEAR} ${SITE.name}`}</p>
        </div>
      </div>
    </footer>
  );
}
