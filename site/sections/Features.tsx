import { ANCHORS } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";

/*
 * Drawings of 160 by 96: `path`, in orange, is the demonstration, with the points at which it was
 * sampled; `objects` are what it handles, `dotted` alternative paths.
 */
const FEATURES: Feature[] = [
  {
    title: "Fast Turnaround",
    text: "Weeks from request to dataset, so your next training run does not have to wait.",
    drawing: {
      dotted:
        "M4 84C44-8 116-8 156 84M4 84C44 9 116 9 156 84M4 84C44 26 116 26 156 84M4 84C44 43 116 43 156 84",
      path: "M4 84C44 60 116 60 156 84",
      samples: [
        [4, 84],
        [39, 70.5],
        [80, 66],
        [121, 70.5],
        [156, 84],
      ],
    },
  },
  {
    title: "Hardware Agnostic",
    text: "Keep the setup you have. We fit the collection to your robot, not the other way round.",
    drawing: {
      objects:
        "M120 16h10m27-3V8h-27v16h27v-5M120 50h9m28-5-14-7-14 4v16l14 4 14-7M120 84h16m0-5v10h7l14 5V74l-14 5z",
      path: "M4 50h116M60 50C96 50 84 16 120 16M60 50C96 50 84 84 120 84",
      samples: [
        [4, 50],
        [60, 50],
        [120, 16],
        [120.01, 50],
        [120.02, 84],
      ],
    },
  },
  {
    title: "Quality First",
    text: "Each demonstration is checked and annotated before it reaches you.",
    drawing: {
      dotted: "M4 56C50 56 54 8 92 8s42 22 64 22M4 88C50 88 54 40 92 40s42 22 64 22M118 34v38",
      objects: "m114 72 8 8m0-8-8 8",
      path: "M4 72C50 72 54 24 92 24s42 22 64 22",
      samples: [
        [4, 72],
        [51, 48],
        [92, 24],
        [130, 35],
        [156, 46],
      ],
    },
  },
  {
    title: "Custom Scenarios",
    text: "You describe the scene and the goal. Our operators demonstrate the task.",
    drawing: {
      dotted: "M142 48v24M129 60h26v24h-26z",
      objects: "M24 56h28v28H24zM79 84l19-38 19 38zM1.8 84h156.4",
      path: "M8 78C8 44 20 22 38 22s16 26 30 26 12-34 30-34c30 0 44 6 44 30",
      samples: [
        [8, 78],
        [38, 22],
        [68, 48],
        [98, 14],
        [142, 44],
      ],
    },
  },
];

type Feature = { title: string; text: string; drawing: DrawingProps };

type DrawingProps = {
  path: string;
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  objects?: string;
  dotted?: string;
};

export function Features() {
  return (
    <section id={ANCHORS.features} className="features" aria-labelledby="features-title">
      <div className="features-inner">
        <div className="features-text">
          <Chip label="Our Advantage" />
          <h2 id="features-title">Why Work With Us</h2>
        </div>
        <ul className="features-cards">
          {FEATURES.map(({ title, text, drawing }) => (
            <li key={title} className="features-card" data-motion="reveal">
              <FeatureDrawing {...drawing} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function FeatureDrawing({ path, samples, objects, dotted }: DrawingProps) {
  return (
    <Drawing className="features-drawing" viewBox="1 0 158 96">
      {objects && <path d={objects} />}
      {dotted && <path className="drawing-dotted" d={dotted} />}
      <g className="drawing-path">
        <path d={path} />
        {samples.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="2.5" />
        ))}
      </g>
    </Drawing>
  );
}
