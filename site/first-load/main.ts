import { playAnimation } from "../animation/animation.effect.ts";
/** Entry script of the landing page, and of pages that our server renders. */
import { EFFECT, type Effect } from "../attributes.ts";
import { keepDraft, keepFocus } from "../request/keep-draft.ts";
import { setCardStep } from "../sections/data-showcase/data-showcase.effect.ts";
import { tilt } from "../sections/hero/hero.effect.ts";
import { markDecoded } from "../sections/hero/mark-decoded.effect.ts";
import { parallax } from "../sections/hero/parallax.effect.ts";
import { markBar } from "../sections/nav-bar/nav-bar.effect.ts";
import { connectDialogs } from "../ui/dialog/dialogs.ts";
import { reveal } from "../ui/reveal.effect.ts";
import { setIndex } from "../ui/set-index.effect.ts";
import { loadIslands } from "./load-islands.ts";
import { scrollSmoothly } from "./smooth-scrolling.ts";

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
