import { connectDialogs } from "./dialogs.ts";
import { loadIslands } from "./load-islands.ts";
import { markBar } from "./motion/mark-bar.ts";
import { markCurrentCard } from "./motion/mark-current-card.ts";
import { parallax } from "./motion/parallax.ts";
import { picture } from "./motion/picture.ts";
import { playAnimation } from "./motion/play-animation.ts";
import { reveal } from "./motion/reveal.ts";
import { scrollSmoothly } from "./motion/smooth-scrolling.ts";
import { tilt } from "./motion/tilt.ts";

/** What an element does whose attribute `data-motion` has one of these names. */
const EFFECTS = {
  animation: playAnimation,
  bar: markBar,
  parallax,
  picture,
  reveal,
  stack: markCurrentCard,
  tilt,
};

connectDialogs();
loadIslands();
for (const element of document.querySelectorAll<HTMLElement>("[data-motion]")) {
  EFFECTS[element.dataset["motion"] as keyof typeof EFFECTS](element);
}
scrollSmoothly();
