import type { ReactNode } from "react";

import { motion } from "../attributes.ts";

type AnimationProps = {
  /** URL of a Lottie file. */
  source: string;
  /** What the animation shows; names its pause button. */
  label: string;
  /** A picture that is shown until the animation has loaded, or if it never loads. */
  children: ReactNode;
};

/** A Lottie animation that loops and fills its container, with a button that pauses it. `lottie.ts` plays it. */
export function Animation({ source, label, children }: AnimationProps) {
  return (
    <div className="animation">
      <div className="animation-picture">{children}</div>
      <div
        className="animation-stage"
        {...motion("animation")}
        data-source={source}
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
