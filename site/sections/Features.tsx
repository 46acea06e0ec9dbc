import { motion } from "../attributes.ts";
import { Chip } from "../ui/Chip.tsx";
import { IdeaDrawing, type Idea } from "../ui/drawings/IdeaDrawing.tsx";
import { TITLES } from "./titles.ts";

const FEATURES: { title: string; text: string; drawing: Idea }[] = [
  {
    title: TITLES.turnaround,
    text: "From your request to thousands of demonstrations: weeks, not months.",
    drawing: {
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
  },
  {
    title: TITLES.hardware,
    text: "Keep the setup you have, whether it is UMI, ALOHA or custom.",
    drawing: {
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
  },
  {
    title: TITLES.quality,
    text: "You train on data that is annotated and has passed quality control.",
    drawing: {
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
  },
  {
    title: "Custom Scenarios",
    text: "Describe your task and its setting. Expert operators demonstrate it.",
    drawing: {
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
  },
];

export function Features() {
  return (
    <section id="features" className="features" aria-labelledby="features-title">
      <div className="section">
        <Chip label="Our Advantage" />
        <h2 id="features-title" className="features-title">
          Why Work With Us
        </h2>
        <ul className="features-cards" {...motion("indexed")}>
          {FEATURES.map(({ title, text, drawing }) => (
            <li key={title} className="card features-card" {...motion("reveal")}>
              <IdeaDrawing {...drawing} className="features-drawing" />
              <div className="features-text">
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
