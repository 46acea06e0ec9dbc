/** Entry script of the landing page, and of pages that our server renders. */
import { EFFECT, type Effect } from "../attributes.ts";
import { connectDialogs } from "./dialogs.ts";
import { keepDraft } from "./keep-draft.ts";
import { loadIslands } from "./load-islands.ts";
import { markBar } from "./motion/mark-bar.ts";
import { markDecoded } from "./motion/mark-decoded.ts";
import { parallax } from "./motion/parallax.ts";
import { playAnimation } from "./motion/play-animation.ts";
import { reveal } from "./motion/reveal.ts";
import { setCardStep } from "./motion/set-card-step.ts";
import { setIndex } from "./motion/set-index.ts";
import { scrollSmoothly } from "./motion/smooth-scrolling.ts";
import { tilt } from "./motion/tilt.ts";

const EFFECTS: Record<Effect, (element: HTMLElement) => void> = {
  animation: playAnimation,
  bar: markBar,
  "card-step": setCardStep,
  decoded: markDecoded,
  index: setIndex,
  parallax,
  reveal,
  tilt,
};

connectDialogs();
keepDraft();
loadIslands();
for (const element of document.querySelectorAll<HTMLElement>(`[${EFFECT}]`)) {
  EFFECTS[element.getAttribute(EFFECT) as Effect](element);
}
scrollSmoothly();
