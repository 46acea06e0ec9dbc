import { OpenRequestDialog } from "../request/OpenRequestDialog.tsx";
import { SITE } from "../site.ts";
import { Logo } from "../ui/Logo.tsx";
import { Trajectory } from "../ui/Trajectory.tsx";

/** Of the build. */
const YEAR = new Date().getFullYear();

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <p className="footer-sentence">Let&apos;s build the future of robotics together.</p>
        <div className="footer-action">
          <OpenRequestDialog />
          <p>Tell us what your robot should learn.</p>
        </div>
        <div className="footer-line">
          <Trajectory
            className="footer-trajectory"
            data-motion="reveal"
            stretch
            viewBox="0 0 1280 120"
            path="M0 26C200 0 330 112 560 104S860 14 1020 24s170 36 260 36"
            samples={[
              [268.8, 58.2],
              [560, 104],
              [816.2, 57.2],
              [1020, 24],
            ]}
          />
        </div>
        <div className="footer-base">
          <Logo name={SITE.name} />
          <p>&copy; {YEAR}</p>
        </div>
      </div>
    </footer>
  );
}
