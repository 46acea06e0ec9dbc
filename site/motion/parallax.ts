import { MOTION_WELCOME, whileMatching } from "./media.ts";
import { onScrollFrame } from "./scroll-frame.ts";

const DEFAULT_SPEED = 0.1;

/**
 * Sets `--parallax` on the element to a share of the page's scroll, in CSS pixels: `data-speed`,
 * or a tenth.
 */
export function parallax(element: HTMLElement): () => void {
  const speed = Number(element.dataset["speed"] ?? DEFAULT_SPEED);
  return whileMatching(MOTION_WELCOME, () => {
    const stop = onScrollFrame(() => {
      element.style.setProperty("--parallax", `${scrollY * speed}px`);
    });
    return () => {
      stop();
      element.style.removeProperty("--parallax");
    };
  });
}
