import type { ComponentProps } from "react";

import { PICTURES } from "../assets/pictures.ts";
import { ANCHORS, SITE } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { Picture, type PictureSource } from "../ui/Picture.tsx";
import { IdeaDrawing } from "../ui/drawings/IdeaDrawing.tsx";
import { Trajectory } from "../ui/drawings/Trajectory.tsx";
import { Unbroken } from "../ui/Unbroken.tsx";

type Card = {
  title: ComponentProps<typeof IdeaDrawing>["title"];
  text: string;
  picture: PictureSource;
  /** Composed for the upright cards of phones. */
  narrow: PictureSource;
  alt: string;
};

const CARDS: Card[] = [
  {
    title: "Quality First",
    text: "Expert operators record each demonstration; each dataset is annotated and quality-controlled.",
    picture: PICTURES.quality,
    narrow: PICTURES.qualityNarrow,
    alt: "Close-up of a robot gripper whose ribbed orange pads hold an egg over a calibration board.",
  },
  {
    title: "Hardware Agnostic",
    text: "UMI, ALOHA or a robot of your own: the data comes from the hardware your policy will run on.",
    picture: PICTURES.hardware,
    narrow: PICTURES.hardwareNarrow,
    alt: "Four end effectors on stands: parallel gripper, soft gripper, three-finger hand, suction cups.",
  },
  {
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months, delivered as annotated datasets.",
    picture: PICTURES.turnaround,
    narrow: PICTURES.turnaroundNarrow,
    alt: "A robot arm carries a block to a tray; fine orange lines show the paths it has taken before.",
  },
];

const UPRIGHT = "(max-width: 767.98px) and (max-aspect-ratio: 12/25)";

export function DataShowcase() {
  return (
    <section
      id={ANCHORS.dataShowcase}
      className="data-showcase"
      aria-labelledby="data-showcase-title"
    >
      <div className="data-showcase-region" data-motion="steps">
        <div className="data-showcase-stage">
          <div className="data-showcase-text">
            <div className="data-showcase-heading">
              <Chip number="02" label="Platform" />
              <h2 id="data-showcase-title">The {SITE.name} platform</h2>
            </div>
            <div className="data-showcase-index">
              <Trajectory
                data-motion="reveal"
                className="data-showcase-trajectory"
                viewBox="0 0 100 200"
                path="M4 0C4 36 92 64 92 100S4 164 4 200"
                samples={[
                  [4, 0],
                  [92, 100],
                  [4, 200],
                ]}
              />
              <ol className="data-showcase-ticks" aria-hidden="true">
                {CARDS.map(({ title }) => (
                  <li key={title}>{title}</li>
                ))}
              </ol>
            </div>
          </div>
          <ol className="data-showcase-cards">
            {CARDS.map((card) => (
              <li key={card.title}>
                <div className="data-showcase-place" aria-hidden="true">
                  <IdeaDrawing title={card.title} />
                  <CardText {...card} heading="p" />
                </div>
                <ShowcaseCard {...card} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

function ShowcaseCard({ picture, narrow, alt, ...text }: Card) {
  return (
    <article className="data-showcase-card">
      <Picture
        className="data-showcase-card-picture"
        source={picture}
        alt={alt}
        drawn={[
          { media: "(min-width: 1920px)", width: "41.7vw" },
          { media: "(min-width: 1400px)", width: "800px" },
          { media: "(min-width: 1024px)", width: "57.1vw" },
          { width: "92vw" },
        ]}
        crop={{ media: UPRIGHT, source: narrow, drawn: [{ width: "92vw" }] }}
      />
      <CardText {...text} heading="h3" />
    </article>
  );
}

type CardTextProps = Pick<Card, "title" | "text"> & { heading: "h3" | "p" };

function CardText({ title, text, heading: Heading }: CardTextProps) {
  return (
    <div className="data-showcase-card-text">
      <Heading className="data-showcase-card-title">{title}</Heading>
      <p>
        <Unbroken>{text}</Unbroken>
      </p>
    </div>
  );
}
