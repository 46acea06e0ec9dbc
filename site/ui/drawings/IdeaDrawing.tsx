import { Drawing } from "./Drawing.tsx";

/** SVG paths in a box of 160 by 96. */
export type Idea = {
  path: string;
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  objects?: string;
  dotted?: string;
};

/** The demonstrated path draws itself when the element around it is revealed. */
export function IdeaDrawing({
  path,
  samples,
  objects,
  dotted,
  className,
}: Idea & { className: string }) {
  return (
    // The box has space for a ring at each end of the path.
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
