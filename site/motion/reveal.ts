import { MOTION_WELCOME, whileMatching } from "./media.ts";

/** Share of an element that must be visible for it to fade in. */
const VISIBLE = 0.1;

/**
 * Fades the element in once, when a tenth of it is visible. Only what lies below the window is
 * hidden first: what a visitor can see already stays as it is.
 */
export function reveal(element: HTMLElement): () => void {
  return whileMatching(MOTION_WELCOME, () => {
    let waiting = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (entry.intersectionRatio >= VISIBLE || (!waiting && isReached(entry))) show();
        else if (!waiting) hide();
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

/** Whether the element, when first looked at, is in view or has been scrolled past. */
function isReached({ boundingClientRect }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top < innerHeight;
}
