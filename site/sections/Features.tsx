import { ANCHORS } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { IdeaDrawing } from "../ui/drawings/IdeaDrawing.tsx";

const FEATURES = [
  {
    title: "Fast Turnaround",
    text: "Weeks from request to dataset, so your next training run does not have to wait.",
  },
  {
    title: "Hardware Agnostic",
    text: "Keep your setup. We fit the collection to your robot, not the other way round.",
  },
  {
    title: "Quality First",
    text: "Each demonstration is checked and annotated before it reaches you.",
  },
  {
    title: "Custom Scenarios",
    text: "You describe the scene and the goal. Our operators demonstrate the task.",
  },
] as const;

export function Features() {
  return (
    <section id={ANCHORS.features} className="features" aria-labelledby="features-title">
      <div className="section">
        <Chip label="Our Advantage" />
        <h2 id="features-title" className="features-title">
          Why Work With Us
        </h2>
        <ul className="features-cards">
          {FEATURES.map(({ title, text }) => (
            <li key={title} className="features-card" data-motion="reveal">
              <IdeaDrawing title={title} className="features-drawing" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
