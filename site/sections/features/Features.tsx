import { attach } from "../../attributes.ts";
import { Chip } from "../../ui/Chip.tsx";
import { reveal } from "../../ui/reveal.effect.ts";
import { setIndex } from "../../ui/set-index.effect.ts";
import { IDEAS } from "./feature-drawings.ts";
import { IdeaDrawing, type Idea } from "./IdeaDrawing.tsx";

const FEATURES: { title: string; text: string; drawing: Idea }[] = [
  {
    title: "Fast Turnaround",
    text: "Less time between your request and your first training run.",
    drawing: IDEAS.turnaround,
  },
  {
    title: "Hardware Agnostic",
    text: "Your team keeps working with the hardware it already has.",
    drawing: IDEAS.hardware,
  },
  {
    title: "Quality First",
    text: "Your team trains on the data instead of labelling it.",
    drawing: IDEAS.quality,
  },
  {
    title: "Custom Scenarios",
    text: "You name the task and setting. We demonstrate exactly that.",
    drawing: IDEAS.custom,
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
        <ul className="features-cards" {...attach({ setIndex })}>
          {FEATURES.map(({ title, text, drawing }) => (
            <li key={title} className="card features-card" {...attach({ reveal })}>
              <IdeaDrawing {...drawing} className="features-drawing" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
