import { fileURLToPath } from "node:url";

/** A Lottie file at this path replaces the hero's picture in the next build. */
export const HERO_ANIMATION = fileURLToPath(
  new URL("../../site/assets/animation/hero.json", import.meta.url),
);
