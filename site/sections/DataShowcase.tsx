import { PICTURES } from "../assets/pictures.ts";
import { ANCHORS, SITE } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { Picture, type PictureSource } from "../ui/Picture.tsx";
import { Trajectory } from "../ui/Trajectory.tsx";

type Card = { title: string; text: string; picture: PictureSource; alt: string };

const CARDS: Card[] = [
  {
    title: "Quality First",
    text: "Raw sensor inputs become annotated, quality-controlled, multi-modal datasets.",
    picture: PICTURES.quality,
    alt: "Close-up of a robot gripper whose ribbed orange pads hold an egg over a calibration board.",
  },
  {
    title: "Hardware Agnostic",
    text: "UMI, ALOHA or a robot of your own: the data comes from the setup you train.",
    picture: PICTURES.hardware,
    alt: "Four end effectors in a row: parallel gripper, soft gripper, three-finger hand, suction cups.",
  },
  {
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months.",
    picture: PICTURES.turnaround,
    alt: "A robot arm carries a block to a tray; fine orange lines show the paths it has taken before.",
  },
];

export function DataShowcase() {
  return (
    <section id={ANCHORS.dataShowcase} className="showcase" aria-labelledby="showcase-title">
      <div className="showcase-region" data-motion="steps">
        <div className="showcase-stage">
          <div className="showcase-words">
            <div className="showcase-heading">
              <Chip number="02" label="Platform" />
              <h2 id="showcase-title">The {SITE.name} platform</h2>
            </div>
            <Trajectory
              className="showcase-trajectory"
              viewBox="0 0 240 320"
              path="M10 4C8 96 206 60 196 150S6 214 10 316"
              samples={[
                [10, 4],
                [106, 78],
                [195, 154],
                [95, 229],
              ]}
            />
            <ol className="showcase-ticks" aria-hidden="true">
              {CARDS.map(({ title }) => (
                <li key={title}>{title}</li>
              ))}
            </ol>
          </div>
          <ol className="showcase-cards">
            {CARDS.map((card) => (
              <li key={card.title}>
                <ShowcaseCard {...card} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

function ShowcaseCard({ title, text, picture, alt }: Card) {
  return (
    <article className="showcase-card">
      <Picture
        className="showcase-card-picture"
        source={picture}
        alt={alt}
        sizes="(min-width: 1440px) 900px, (min-width: 1024px) 65vw, 100vw"
      />
      <div className="showcase-card-words">
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </article>
  );
}
