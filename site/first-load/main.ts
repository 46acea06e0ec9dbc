/** Entry script of the landing page, and of pages that our server renders. */
import { EFFECT, type Effect } from "../attributes.ts";
import { connectDialogs } from "./dialogs.ts";
import { markBar } from "./effects/mark-bar.ts";
import { markDecoded } from "./effects/mark-decoded.ts";
import { parallax } from "./effects/parallax.ts";
import { playAnimation } from "./effects/play-animation.ts";
import { reveal } from "./effects/reveal.ts";
import { setCardStep } from "./effects/set-card-step.ts";
import { setIndex } from "./effects/set-index.ts";
import { scrollSmoothly } from "./effects/smooth-scrolling.ts";
import { tilt } from "./effects/tilt.ts";
import { keepDraft, keepFocus } from "./keep-draft.ts";
import { loadIslands } from "./load-islands.ts";

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

start(connectDialogs);
start(keepDraft);
start(keepFocus);
start(loadIslands);
for (const element of document.querySelectorAll<HTMLElement>(`[${EFFECT}]`)) {
  start(() => EFFECTS[element.getAttribute(EFFECT) as Effect](element));
}
start(scrollSmoothly);

/** Reports an error to the console and to monitoring, because it must not stop what starts afterwards. */
function start(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    reportError(error);
  }
}
