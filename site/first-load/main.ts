/** Entry script of the landing page, and of pages that our server renders. */
import { playAnimation } from "../animation/animation.effect.ts";
import { EFFECT, type Effect } from "../attributes.ts";
import { keepDraft, keepFocus } from "../request/keep-draft.ts";
import { setCardStep } from "../sections/data-showcase/data-showcase.effect.ts";
import { markDecoded, parallax, tilt } from "../sections/hero/hero.effect.ts";
import { markBar } from "../sections/nav-bar/nav-bar.effect.ts";
import { connectDialogs } from "../ui/dialog/dialogs.ts";
import { reveal } from "../ui/reveal.effect.ts";
import { setIndex } from "../ui/set-index.effect.ts";
import { loadIslands } from "./load-islands.ts";
import { scrollSmoothly } from "./smooth-scrolling.ts";

const EFFECTS = [
  markBar,
  markDecoded,
  parallax,
  playAnimation,
  reveal,
  setCardStep,
  setIndex,
  tilt,
];

start(connectDialogs);
start(keepDraft);
start(keepFocus);
start(loadIslands);
for (const element of document.querySelectorAll<HTMLElement>(`[${EFFECT}]`)) {
  start(() => effectOf(element).start(element));
}
start(scrollSmoothly);

/** Reports an error, to the console and to monitoring, instead of throwing it, so that the next parts start, too. */
function start(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}

/** Throws unless `EFFECTS` has the name once, so that no effect can silently do nothing. */
function effectOf(element: HTMLElement): Effect {
  const name = element.getAttribute(EFFECT);
  const [effect, ...others] = EFFECTS.filter((one) => one.name === name);
  if (!effect || others.length > 0)
    throw new Error(`Exactly one effect must have the name ${name}.`);
  return effect;
}
