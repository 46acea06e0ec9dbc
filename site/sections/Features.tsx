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
        "M112 16h10m26-3V8h-26v16h26v-5M112 50h8m28-5-14-7-14 4v16l14 4 14-7M112 84h14m0-5v10h6l14 5V74l-14 5z",
      path: "M4 50h108M56 50C90 50 78 16 112 16M56 50C90 50 78 84 112 84",
      samples: [
        [4, 50],
        [56, 50],
        [112, 16],
        [112.01, 50],
        [112.02, 84],
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
      dotted: "M146 58v16M136 64h20v20h-20z",
      objects: "M26 60h24v24H26zM85 84l15-28 15 28zM4 84h152",
      path: "M10 78C10 54 20 38 38 38s17 22 30 22 14-26 32-26c28 0 46-2 46 20",
      samples: [
        [10, 78],
        [38, 38],
        [68, 60],
        [100, 34],
        [146, 54],
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
    <Drawing className="features-drawing" viewBox="0 0 160 96">
      {objects && <path d={objects} />}
      {dotted && <path d={dotted} strokeDasharray="1 5" />}
      <g className="drawing-path">
        <path d={path} />
        {samples.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="2.5" />
        ))}
      </g>
    </Drawing>
  );
}
