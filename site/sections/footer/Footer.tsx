import { RequestDataButton } from "../../request/RequestDataButton.tsx";
import { SITE } from "../../site.ts";
import { dotPath } from "../../ui/drawings/dot-path.ts";
import { Trajectory } from "../../ui/drawings/Trajectory.tsx";
import { Logo } from "../../ui/Logo.tsx";

/** The year of the build. */
const YEAR = new Date().getFullYear();

/** From the left edge to a point at the top right. */
const PATH = {
  viewBox: "0 36 1280 324",
  path: "M0 262C160 222 340 335 500 335C800 335 930 36 1280 36",
  samples: [
    [98.1, 254.2],
    [401.9, 323.6],
    [699.2, 288.3],
    [871.2, 185.5],
    [1052.7, 82.7],
  ],
} as const;
const PATH_END = [1280, 36] as const;

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
          <Trajectory className="footer-trajectory" drawnInView {...PATH}>
            <path className="trajectory-end" d={dotPath(PATH_END)} />
          </Trajectory>
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
