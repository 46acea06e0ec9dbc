import type { ReactNode } from "react";

import { attach } from "../attributes.ts";
import { playAnimation } from "./animation.effect.ts";

type AnimationProps = {
  source: string;
  loop?: boolean;
  /** With reduced motion, the animation starts paused all the same. */
  autoplay?: boolean;
  /** Describes the animation in the pause button's accessible name. */
  label: string;
  /** Shown until the animation loads, and for good if it fails to load. */
  children: ReactNode;
};

export function Animation({
  source,
  loop = true,
  autoplay = true,
  label,
  children,
}: AnimationProps) {
  return (
    <div className="animation">
      <div className="animation-picture">{children}</div>
      <div
        className="animation-stage"
        {...attach({ playAnimation })}
        data-source={source}
        data-loop={loop}
        data-autoplay={autoplay}
        aria-hidden="true"
      />
      <button
        type="button"
        className="animation-control"
        aria-label={`Pause animation: ${label}`}
        aria-pressed="false"
        hidden
      />
    </div>
  );
}
