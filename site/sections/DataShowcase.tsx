import { PICTURES } from "../assets/pictures.ts";
import { ANCHORS, SITE } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { Picture, type PictureSource } from "../ui/Picture.tsx";
import { Trajectory } from "../ui/drawings/Trajectory.tsx";
import { Unbroken } from "../ui/Unbroken.tsx";

type Card = {
  id: string;
  title: string;
  text: string;
  picture: PictureSource;
  alt: string;
};

const CARDS: Card[] = [
  {
    id: "card-quality",
    title: "Quality First",
    text: "Expert operators record each demonstration; each dataset is annotated and quality-controlled.",
    picture: PICTURES.quality,
    alt: "Close-up of a robot gripper whose ribbed orange pads hold an egg over a calibration board.",
  },
  {
    id: "card-hardware",
    title: "Hardware Agnostic",
    text: "UMI, ALOHA or a robot of your own: the data comes from the hardware your policy will run on.",
    picture: PICTURES.hardware,
    alt: "Four end effectors on stands: parallel gripper, soft gripper, three-finger hand, suction cups.",
  },
  {
    id: "card-turnaround",
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months, delivered as annotated datasets.",
    picture: PICTURES.turnaround,
    alt: "A robot arm carries a block to a tray; fine orange lines show the paths it has taken before.",
  },
];

export function DataShowcase() {
  return (
    <section
      id={ANCHORS.dataShowcase}
      className="data-showcase"
      aria-labelledby="data-showcase-title"
    >
      {/* `first-load/motion/scroll-steps.ts` measures the stage, its texts and its articles. */}
      <div className="data-showcase-region" data-motion="steps">
        <div className="data-showcase-stage">
          <div className="data-showcase-text">
            <Chip number="02" label="Platform" />
            <h2 id="data-showcase-title">
              The <span translate="no">{SITE.name}</span> platform
            </h2>
            <Index />
          </div>
          <ol className="data-showcase-cards">
            {CARDS.map((card, index) => (
              <li key={card.title} data-index={index}>
                <ShowcaseCard {...card} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

/** A trajectory with a sample and a label for each card. */
function Index() {
  const samples = [
    [4, 0],
    [92, 100],
    [4, 200],
  ] as const;
  return (
    <div className="data-showcase-index" aria-hidden="true">
      <Trajectory
        data-motion="reveal"
        className="data-showcase-trajectory"
        viewBox="0 0 100 200"
        path="M4 0C4 36 92 64 92 100S4 164 4 200"
        samples={samples}
      >
        {samples.map(([x, y], index) => (
          <path key={y} className="data-showcase-sample" d={`M${x} ${y}h.01`} data-index={index} />
        ))}
      </Trajectory>
      <ol className="data-showcase-ticks">
        {CARDS.map(({ title }, index) => (
          <li key={title} data-index={index}>
            {title}
          </li>
        ))}
      </ol>
    </div>
  );
}

function ShowcaseCard({ id, title, text, picture, alt }: Card) {
  return (
    <article className="data-showcase-card" aria-labelledby={id}>
      <Picture
        className="data-showcase-picture"
        source={picture}
        alt={alt}
        // As wide as in DataShowcase.css.
        drawn={[
          { media: "(width >= 120rem)", width: "41.7vw" },
          { media: "(width >= 87.5rem)", width: "800px" },
          { media: "(width >= 64rem)", width: "57.1vw" },
          { width: "92vw" },
        ]}
      />
      <div className="data-showcase-card-text">
        <h3 id={id}>{title}</h3>
        <p>
          <Unbroken>{text}</Unbroken>
        </p>
      </div>
    </article>
  );
}
