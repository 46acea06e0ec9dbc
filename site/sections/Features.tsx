import { ANCHORS } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { Drawing } from "../ui/Drawing.tsx";

/*
 * Drawings of one family, in a box of 160 by 96: `path`, in orange, is the demonstration, with the
 * points at which it was sampled; `rest` are things, `dotted` other ways that it could have gone.
 */
const FEATURES: Feature[] = [
  {
    title: "Fast Turnaround",
    text: "Weeks from request to dataset, so your next training run does not have to wait.",
    drawing: {
      dotted:
        "M12 84C40 72 120 72 148 84M12 84C40 56 120 56 148 84M12 84C40 40 120 40 148 84M12 84C40 24 120 24 148 84",
      path: "M12 84C40 -4 120 -4 148 84",
      samples: [
        [12, 84],
        [38, 37],
        [80, 18],
        [122, 37],
        [148, 84],
      ],
    },
  },
  {
    title: "Hardware Agnostic",
    text: "Keep the setup you have. We fit the collection to your robot, not the other way round.",
    drawing: {
      rest: "M148 8h-16v16h16M148 40c-9 0-16 3-16 8s7 8 16 8M132 80h6m0-3 10-5v16l-10-5z",
      path: "M12 48h120M60 48C96 48 84 16 132 16M60 48C96 48 84 80 132 80",
      samples: [
        [12, 48],
        [60, 48],
      ],
    },
  },
  {
    title: "Quality First",
    text: "Each demonstration is checked and annotated before it reaches you.",
    drawing: {
      dotted: "M12 58C52 58 52 8 88 8s36 24 60 24M12 86C52 86 52 36 88 36s36 24 60 24",
      rest: "m114 74 8 8m0-8-8 8",
      path: "M12 72C52 72 52 22 88 22s36 24 60 24",
      samples: [
        [12, 72],
        [51.5, 47],
        [88, 22],
        [122.5, 34],
        [148, 46],
      ],
    },
  },
  {
    title: "Custom Scenarios",
    text: "You describe the scene and the goal. Our operators demonstrate the task.",
    drawing: {
      dotted: "M122 44v26",
      rest: "M36 12h22v22H36zM78 84l13-22 13 22zM114 80h16m-8-8v16",
      path: "M12 84C12 40 40 52 62 52s30-40 46-40 14 16 14 32",
      samples: [
        [12, 84],
        [62, 52],
        [104, 12.5],
        [122, 44],
      ],
    },
  },
];

type Feature = { title: string; text: string; drawing: DrawingProps };

type DrawingProps = {
  path: string;
  samples: ReadonlyArray<readonly [x: number, y: number]>;
  rest?: string;
  dotted?: string;
};

export function Features() {
  return (
    <section id={ANCHORS.features} className="features" aria-labelledby="features-title">
      <div className="features-inner">
        <div className="features-words">
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

function FeatureDrawing({ path, samples, rest, dotted }: DrawingProps) {
  return (
    <Drawing className="features-drawing" viewBox="9 0 160 96">
      {rest && <path d={rest} />}
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
