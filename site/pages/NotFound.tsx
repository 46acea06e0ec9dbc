import { SITE } from "../site.ts";
import { Logo } from "../ui/Logo.tsx";
import { Trajectory } from "../ui/Trajectory.tsx";

export function NotFound() {
  return (
    <main className="not-found">
      <a className="not-found-logo" href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <Trajectory
        className="not-found-trajectory"
        viewBox="0 0 1440 400"
        path="M-20 300C180 280 260 120 460 132s250 170 392 120"
        samples={[
          [89, 273],
          [279, 172],
          [460, 132],
          [660, 204],
          [852, 252],
        ]}
      />
      <div className="not-found-words">
        <p className="chip">
          <span className="chip-number">404</span> <span>Off the path</span>
        </p>
        <h1>Oops! Page not found</h1>
        <a className="button button-action" href="/">
          Return to Home
        </a>
      </div>
    </main>
  );
}
