type TrajectoryProps = {
  className: string;
  viewBox: string;
  /** An SVG path: where the tool was led. */
  path: string;
  /** Points sampled on the path, as x and y in the view box. */
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  /** Drawn once it is seen, where that is far from the top. */
  "data-motion"?: "reveal";
};

/** One demonstration, drawn: a path and the points at which it was sampled. Decoration. */
export function Trajectory({ className, viewBox, path, samples, ...motion }: TrajectoryProps) {
  return (
    <svg
      {...motion}
      className={`trajectory ${className}`}
      viewBox={viewBox}
      fill="none"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d={path} pathLength="1" />
      {samples.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="3" />
      ))}
    </svg>
  );
}
