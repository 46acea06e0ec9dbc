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
        <Trajectory
          className="footer-trajectory"
          data-motion="reveal"
          stretch
          viewBox="0 0 1280 120"
          path="M0 20C180 8 300 96 520 92s330-70 500-66c110 3 150 30 212 30"
          samples={[
            [246, 53],
            [517, 92],
            [776, 59],
            [1023, 26],
            [1232, 56],
          ]}
        />
        <div className="footer-base">
          <Logo name={SITE.name} />
          <p>&copy; {YEAR}</p>
        </div>
      </div>
    </footer>
  );
}
