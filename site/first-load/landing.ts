import { animation } from "./motion/animation.ts";
import { fetchPictures } from "./motion/fetch-pictures.ts";
import { parallax } from "./motion/parallax.ts";
import { reveal } from "./motion/reveal.ts";
import { scrolled } from "./motion/scrolled.ts";
import { steps } from "./motion/steps.ts";
import { tilt } from "./motion/tilt.ts";
import { updateSentNotice } from "./sent-notice.ts";
import { connectDialogs } from "./dialogs.ts";
import { loadIslands } from "./load-islands.ts";

const EFFECTS = { animation, parallax, reveal, scrolled, steps, tilt };

for (const element of document.querySelectorAll<HTMLElement>("[data-motion]")) {
  EFFECTS[element.dataset["motion"] as keyof typeof EFFECTS](element);
}
updateSentNotice();
connectDialogs();
fetchPictures(loadIslands());
