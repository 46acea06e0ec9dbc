import { onScrollFrame } from "./scroll-frame.ts";

/** Share of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Progress from which the second and the third card appear. */
const THRESHOLDS = [0.33, 0.66] as const;

/**
 * Marks the element with the showcase's state: `data-visible` once a tenth of it has been visible,
 * and `data-step` 0, 1 or 2 from how far the page has been scrolled through it.
 */
export function steps(element: HTMLElement): () => void {
  const update = () => {
    element.dataset["step"] = String(stepAt(progressThrough(element)));
  };
  let stop: (() => void) | undefined;
  // Scrolling is followed only while the region is near.
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry) return;
      if (entry.intersectionRatio >= VISIBLE) element.dataset["visible"] = "";
      stop?.();
      stop = entry.isIntersecting ? onScrollFrame(update) : undefined;
      if (!entry.isIntersecting) update();
    },
    { threshold: [0, VISIBLE] },
  );
  element.dataset["step"] = "0";
  observer.observe(element);
  return () => {
    observer.disconnect();
    stop?.();
    delete element.dataset["step"];
    delete element.dataset["visible"];
  };
}

/** How far the region has been scrolled above the window's top, in two window heights, 0 to 1. */
export function progressThrough(region: Element): number {
  const progress = -region.getBoundingClientRect().top / (2 * innerHeight);
  return Math.min(1, Math.max(0, progress));
}

export function stepAt(progress: number): 0 | 1 | 2 {
  if (progress >= THRESHOLDS[1]) return 2;
  return progress >= THRESHOLDS[0] ? 1 : 0;
}
