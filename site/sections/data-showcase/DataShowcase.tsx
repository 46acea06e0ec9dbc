import { PICTURES } from "../../assets/pictures.ts";
import { SITE } from "../../site.ts";
import { Chip } from "../../ui/Chip.tsx";
import { Picture, type PictureSource } from "../../ui/Picture.tsx";

type Card = {
  /** Anchor of the card. */
  id: string;
  title: string;
  text: string;
  picture: PictureSource;
  alt: string;
};

const CARDS: Card[] = [
  {
    id: "quality-first",
    title: "Quality First",
    text: "Each dataset is annotated and quality-controlled before your model learns from it.",
    picture: PICTURES.quality,
    alt: "Close-up of a robot gripper whose ribbed orange pads hold an egg over a calibration board.",
  },
  {
    id: "hardware-agnostic",
    title: "Hardware Agnostic",
    text: "UMI, ALOHA or a robot of your own: the data comes from the hardware your policy will run on.",
    picture: PICTURES.hardware,
    alt: "Four end effectors on stands: parallel gripper, soft gripper, three-finger hand, suction cups.",
  },
  {
    id: "fast-turnaround",
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months.",
    picture: PICTURES.turnaround,
    alt: "A robot arm carries a block to a tray; fine orange lines show the paths it has taken before.",
  },
];

export function DataShowcase() {
  return (
    <section id="data-showcase" className="data-showcase" aria-labelledby="data-showcase-title">
      <div className="data-showcase-text" data-fit>
        <Chip number="02" label="Platform" />
        <h2 id="data-showcase-title">
          The <span translate="no">{SITE.name}</span> platform
        </h2>
        <Index />
      </div>
      <ol className="data-showcase-cards" data-motion="stack">
        {CARDS.map((card) => (
          <li key={card.id} id={card.id}>
            <ShowcaseCard {...card} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to the cards, as samples on a path. */
function Index() {
  return (
    <div className="data-showcase-index" data-path>
      <Path className="data-showcase-path" />
      <Path className="data-showcase-path data-showcase-path-done" />
      <ol>
        {CARDS.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Swings from one side to the other, 100 units down from sample to sample. */
function Path({ className }: { className: string }) {
  const swings = CARDS.slice(1).map((_card, index) => {
    const [from, to] = index % 2 === 0 ? [0, 100] : [100, 0];
    const top = 100 * index;
    return `C${from} ${top + 36} ${to} ${top + 64} ${to} ${top + 100}`;
  });
  return (
    <svg
      className={className}
      viewBox={`0 0 100 ${100 * swings.length}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d={`M0 0${swings.join("")}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function ShowcaseCard({ id, title, text, picture, alt }: Card) {
  return (
    <article className="data-showcase-card card" aria-labelledby={`${id}-title`} data-fit>
      <div className="data-showcase-card-text">
        <h3 id={`${id}-title`}>{title}</h3>
        <p>{text}</p>
      </div>
      <Picture
        className="data-showcase-picture"
        source={picture}
        alt={alt}
        drawn={[
          { media: "(width >= 107rem)", width: "47vw" },
          { media: "(width >= 64rem)", width: "57vw" },
          { media: "(width >= 48rem)", width: "92vw" },
          // Below a phone's full pixel density, because these pictures come with the first load.
          { width: "60vw" },
        ]}
      />
    </article>
  );
}
