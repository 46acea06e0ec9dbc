import { IMAGES } from "../../assets/images.ts";
import { attach } from "../../attributes.ts";
import { SITE } from "../../site.ts";
import { Chip } from "../../ui/Chip.tsx";
import { HIGH_DPI, FROM_DESKTOP, FROM_TABLET, FROM_WIDE } from "../../ui/media.ts";
import { PHONE_WIDTH, Picture, type PictureSource } from "../../ui/Picture.tsx";
import { setIndex } from "../../ui/set-index.effect.ts";
import { CardNames } from "./CardNames.tsx";
import { setCardStep, stackCards } from "./data-showcase.effect.ts";

type Card = {
  /** ID of the link target at the scroll position where this card is on top. */
  id: string;
  title: string;
  text: string;
  image: PictureSource;
  alt: string;
};

const CARDS: Card[] = [
  {
    id: "quality-first",
    title: "Quality First",
    text: "Every dataset goes through quality control.",
    image: IMAGES.quality,
    alt: "Close-up of a robot gripper whose ribbed orange pads hold an egg over a calibration board.",
  },
  {
    id: "hardware-agnostic",
    title: "Hardware Agnostic",
    text: "We work with UMI, ALOHA and custom robot setups.",
    image: IMAGES.hardware,
    alt: "Four end effectors on stands: parallel gripper, soft gripper, three-finger hand, suction cups.",
  },
  {
    id: "fast-turnaround",
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months.",
    image: IMAGES.turnaround,
    alt: "A robot arm carries a block to a tray; fine orange lines show the paths it has taken before.",
  },
];

export function DataShowcase() {
  return (
    <section
      id="data-showcase"
      className="data-showcase"
      aria-labelledby="data-showcase-title"
      {...attach({ setCardStep, stackCards })}
    >
      {CARDS.map(({ id }) => (
        <span key={id} id={id} className="data-showcase-target" />
      ))}
      <div className="data-showcase-stage">
        <div className="data-showcase-text">
          <Chip number="02" label="Platform" />
          <h2 id="data-showcase-title">
            The <span translate="no">{SITE.name}</span> platform
          </h2>
          <CardNames cards={CARDS} />
        </div>
        <ol className="data-showcase-cards" {...attach({ setIndex })}>
          {CARDS.map((card) => (
            <li key={card.id}>
              <ShowcaseCard {...card} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function ShowcaseCard({ id, title, text, image, alt }: Card) {
  return (
    <article className="data-showcase-card card" aria-labelledby={`${id}-title`}>
      <div className="data-showcase-card-text">
        <h3 id={`${id}-title`}>{title}</h3>
        <p>{text}</p>
      </div>
      <Picture
        className="data-showcase-picture"
        source={image}
        alt={alt}
        sizes={[
          { media: FROM_WIDE, width: "47vw" },
          { media: FROM_DESKTOP, width: "57vw" },
          { media: FROM_TABLET, width: "92vw" },
          // Requests two image pixels for three device pixels, because these images are part of the first load.
          { media: HIGH_DPI, width: `calc(${PHONE_WIDTH} * 0.67)` },
          { width: PHONE_WIDTH },
        ]}
      />
    </article>
  );
}
