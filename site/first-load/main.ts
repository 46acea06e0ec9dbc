/** Entry script of the landing page, and of pages that our server renders. */
import { EFFECTS, type Effect } from "../attributes.ts";
import { keepDraft, keepFocus } from "../request/keep-draft.ts";
import { connectDialogs } from "../ui/dialog/dialogs.ts";
import { loadIslands } from "./load-islands.ts";
import { scrollSmoothly } from "./smooth-scrolling.ts";

const effectFiles = import.meta.glob<Record<string, Effect>>("../**/*.effect.ts", { eager: true });

start(connectDialogs);
start(keepDraft);
start(keepFocus);
start(loadIslands);
for (const element of document.querySelectorAll<HTMLElement>(`[${EFFECTS}]`)) {
  for (const name of element.getAttribute(EFFECTS)?.split(" ") ?? []) {
    start(() => findEffect(name)(element));
  }
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

function findEffect(name: string): Effect {
  for (const { [name]: effect } of Object.values(effectFiles)) if (effect) return effect;
  throw new Error(`No file named *.effect.ts exports ${name}.`);
}
