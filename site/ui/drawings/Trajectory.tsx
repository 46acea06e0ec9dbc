import type { ReactNode } from "react";

import { attach } from "../../attributes.ts";
import { reveal } from "../reveal.effect.ts";
import { dotPath } from "./dot-path.ts";

export type TrajectoryPath = {
  viewBox: string;
  path: string;
  /** Coordinates in view-box units. */
  samples: ReadonlyArray<readonly [x: number, y: number]>;
};

type TrajectoryProps = TrajectoryPath & {
  className: string;
  drawnInView?: boolean;
  /** Drawn on top, in the accent colour. */
  children?: ReactNode;
};

export function Trajectory(props: TrajectoryProps) {
  const { className, drawnInView = false, viewBox, path, samples, children } = props;
  const dots = samples.map(dotPath);
  return (
    <svg
      {...(drawnInView && attach({ reveal }))}
      className={`screen-only trajectory ${className}`}
      viewBox={viewBox}
      fill="none"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
      <path className="trajectory-samples" d={dots.join("")} />
      {dots.map((dot) => (
        <path key={dot} className="trajectory-samples-inner" d={dot} />
      ))}
      {children}
    </svg>
  );
}
