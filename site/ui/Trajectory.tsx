type TrajectoryProps = {
  className: string;
  viewBox: string;
  /** An SVG path: where the tool was led. */
  path: string;
  /** Points sampled on the path, as x and y in the view box. */
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  /** Fills its box whatever the box's proportions are. */
  stretch?: boolean;
  /** Drawn once it is seen; else at load. */
  "data-motion"?: "reveal";
};

/** One demonstration, drawn: a path and the points at which it was sampled. Decoration. */
export function Trajectory(props: TrajectoryProps) {
  const { className, viewBox, path, samples, stretch, ...motion } = props;
  // Strokes keep their width at every scale: a dot is a stroke of next to no length.
  const dots = samples.map(([x, y]) => `M${x} ${y}h.01`).join("");
  return (
    <svg
      {...motion}
      className={`trajectory ${className}`}
      viewBox={viewBox}
      fill="none"
      preserveAspectRatio={stretch ? "none" : undefined}
      aria-hidden="true"
    >
      <path d={path} />
      <path className="trajectory-samples" d={dots} />
      <path className="trajectory-samples-inner" d={dots} />
    </svg>
  );
}
