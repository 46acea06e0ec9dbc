import { playAnimation } from "../animation/play-animation.ts";
import { markCurrentCard } from "../sections/data-showcase/stack.ts";
import { connectDialogs } from "./dialogs.ts";
import { loadIslands } from "./load-islands.ts";
import { markBar } from "./motion/mark-bar.ts";
import { parallax } from "./motion/parallax.ts";
import { picture } from "./motion/picture.ts";
import { reveal } from "./motion/reveal.ts";
import { scrollSmoothly } from "./motion/smooth-scrolling.ts";
import { tilt } from "./motion/tilt.ts";

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
