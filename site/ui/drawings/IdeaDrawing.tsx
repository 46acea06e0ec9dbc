import { Drawing } from "./Drawing.tsx";

/*
 * Each drawing is 160 by 96, plus space for a ring at each end. `path`, in orange, is the demonstration
 * with its sampled points; `objects` are what it handles; `dotted` are alternative paths.
 */
const IDEAS = {
  "Fast Turnaround": {
    dotted: "M0 84C30 -14 130 -14 160 84M0 84C38 30 122 30 160 84",
    path: "M0 84C40 60 120 60 160 84",
    samples: [
      [0, 84],
      [36, 70.5],
      [80, 66],
      [124, 70.5],
      [160, 84],
    ],
  },
  "Hardware Agnostic": {
    objects:
      "M120 16h12m0-10h5v20h-5zm5 2h25.5v4h-25.5m0 8h25.5v4h-25.5M120 45h12m0-10h5v20h-5zm5 1 25.5 6-25.5 1m0 4 25.5 1-25.5 6m6-16.6v5.4m0 4.4v5.4m8-13.2v3m0 5.2v3M120 74h12m0-10h5v20h-5zm5 7h3m0 6h-3m6-11a3 3 0 0 1 3 3v10a3 3 0 0 1-6 0V69a3 3 0 0 1 3-3zm6 0a3 3 0 0 1 3 3v10a3 3 0 0 1-6 0V69a3 3 0 0 1 3-3zm3 4c5 0 7-5 10.5-8v24c-3.5-3-5.5-8-10.5-8",
    path: "M0 45h120M60 45C96 45 84 16 120 16M60 45C96 45 84 74 120 74",
    samples: [
      [0, 45],
      [60, 45],
      [120, 16],
      [120, 45],
      [120, 74],
    ],
  },
  "Quality First": {
    dotted: "M-2 52h2C48 52 52 4 92 4s44 22 68 22h2M-2 84h2C48 84 52 36 92 36s44 22 68 22h2",
    objects: "M2.2 69.2C36 82 72 84 108 70m3-4 8 8m0-8-8 8",
    path: "M0 68C48 68 52 20 92 20s44 22 68 22",
    samples: [
      [0, 68],
      [49, 44],
      [92, 20],
      [130, 29.8],
      [160, 42],
    ],
  },
  "Custom Scenarios": {
    dotted: "M129 84V60h13M155 84V60h-13",
    objects: "M0 84h162.5M24 84V56h28v28M79 84l19-38 19 38",
    path: "M0 84C0 44 18 22 38 22s16 26 30 26 12-34 30-34c30 0 44 22 44 58",
    samples: [
      [0, 84],
      [38, 22],
      [68, 48],
      [98, 14],
      [142, 72],
    ],
  },
} satisfies Record<string, Idea>;

type Idea = {
  path: string;
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  objects?: string;
  dotted?: string;
};

/** A decorative drawing that shows a card's idea as a demonstration: its path, samples and objects. */
export function IdeaDrawing({
  title,
  className,
}: {
  title: keyof typeof IDEAS;
  className?: string;
}) {
  const { path, samples, objects, dotted }: Idea = IDEAS[title];
  return (
    <Drawing className={className} viewBox="-3 0 166 96">
      {objects && <path d={objects} />}
      {dotted && <path className="drawing-dotted" d={dotted} />}
      <g className="drawing-path">
        <path d={path} />
        {samples.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="2.5" />
        ))}
      </g>
    </Drawing>
  );
}
