/** Share of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Shares of two window heights, scrolled through the region, at which the next cards appear. */
const THRESHOLDS = [0.33, 0.66] as const;

/**
 * Marks the element with the showcase's state: `data-near` once any of it has been in view,
 * `data-visible` once a tenth has, and `data-step` 0, 1 or 2 from how far the page has been
 * scrolled through it. Nothing follows the scroll: the browser tells when the region's top passes
 * a line above the window.
 */
export function steps(element: HTMLElement): () => void {
  const passed = THRESHOLDS.map(() => false);
  const showStep = () => {
    element.dataset["step"] = String(passed.lastIndexOf(true) + 1);
  };
  const observers = THRESHOLDS.map((threshold, index) =>
    observe(element, lineAbove(2 * threshold), (entry) => {
      passed[index] = entry.isIntersecting || isAbove(entry);
      showStep();
    }),
  );
  const visibility = observe(element, { threshold: [0.001, VISIBLE] }, ({ intersectionRatio }) => {
    if (intersectionRatio > 0) element.dataset["near"] = "";
    if (intersectionRatio >= VISIBLE) element.dataset["visible"] = "";
  });
  showStep();
  return () => {
    for (const observer of [...observers, visibility]) observer.disconnect();
    delete element.dataset["step"];
    delete element.dataset["near"];
    delete element.dataset["visible"];
  };
}

function observe(
  element: HTMLElement,
  options: IntersectionObserverInit,
  callback: (entry: IntersectionObserverEntry) => void,
): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => entries.forEach(callback), options);
  observer.observe(element);
  return observer;
}

/** A line as wide as the window, that many window heights above its top. */
function lineAbove(windows: number): IntersectionObserverInit {
  return { root: document, rootMargin: `${windows * 100}% 0px ${windows * -100 - 100}%` };
}

/** Whether all of the element lies above the line. */
function isAbove({ boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top < (rootBounds?.top ?? 0);
}
