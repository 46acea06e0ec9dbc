import { animation } from "./motion/animation.ts";
import { releasePicturesInSight } from "./motion/release-pictures.ts";
import { parallax } from "./motion/parallax.ts";
import { reveal } from "./motion/reveal.ts";
import { markScrolled } from "./motion/mark-scrolled.ts";
import { scrollSteps } from "./motion/scroll-steps.ts";
import { scrollSmoothly } from "./motion/smooth-scrolling.ts";
import { tilt } from "./motion/tilt.ts";
import { connectDialogs } from "./dialogs.ts";
import { loadForms } from "./load-forms.ts";

const EFFECTS = {
  animation,
  parallax,
  reveal,
  scrolled: markScrolled,
  steps: scrollSteps,
  tilt,
};

releasePicturesInSight();
for (const element of document.querySelectorAll<HTMLElement>("[data-motion]")) {
  EFFECTS[element.dataset["motion"] as keyof typeof EFFECTS](element);
}
scrollSmoothly();
connectDialogs();
loadForms();
