import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "./while-matching.ts";

/** Fraction of an element that must be visible for it to fade in. */
const VISIBLE = 0.1;

/**
 * Fades the element in once, when a tenth of it is visible. Only elements below the window are
 * hidden first: an element that is already visible must not flicker.
 *
 * A pointer that comes to the element sets `data-redraw`, whose animation removes it at its end. Where there is
 * no such animation, as on a touch screen, the attribute stays and changes nothing.
 */
export function reveal(element: HTMLElement): void {
  element.addEventListener("pointerenter", () => (element.dataset["redraw"] = ""));
  element.addEventListener("animationend", () => delete element.dataset["redraw"]);
  whileMatching(MOTION_ALLOWED, () => {
    let waiting = false;
    const observer = new IntersectionObserver(
      // Check every entry: a busy page delivers the first observation together with a jump to the element.
      (entries) => {
        for (const entry of entries) {
          if (entry.intersectionRatio >= VISIBLE || (!waiting && isReached(entry))) return show();
          if (!waiting) hide();
        }
      },
      { threshold: [0, VISIBLE] },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      delete element.dataset["reveal"];
    };

    function hide(): void {
      waiting = true;
      element.dataset["reveal"] = "waiting";
    }
    function show(): void {
      observer.disconnect();
      if (waiting) element.dataset["reveal"] = "shown";
    }
  });
}

/** Whether the element was in view, or above the window, at the first observation. */
function isReached({ boundingClientRect }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top < innerHeight;
}
