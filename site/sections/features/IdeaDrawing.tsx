import { Drawing } from "../../ui/drawings/Drawing.tsx";

/** SVG paths in a 160 × 96 box. */
export type Idea = {
  path: string;
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  objects?: string;
  dotted?: string;
};

/** The demonstrated path is drawn when its container is revealed. */
export function IdeaDrawing({
  path,
  samples,
  objects,
  dotted,
  className,
}: Idea & { className: string }) {
  return (
    // Leaves space for a ring at each end.
    <Drawing className={className} viewBox="-3 0 166 96" preserveAspectRatio="xMinYMid">
      {objects && <path d={objects} />}
      {dotted && <path className="drawing-dotted" d={dotted} />}
      <g className="drawing-path idea-drawing-path">
        <path d={path} />
        {samples.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="2.5" />
        ))}
      </g>
    </Drawing>
  );
}
