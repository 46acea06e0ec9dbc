/** Share of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Shares of two window heights, scrolled through the region, at which the next cards appear. */
const THRESHOLDS = [0.33, 0.66];

/** A window of at least this height starts with a stage. */
const TALL = "(min-height: 35rem)";

/** Overflow that is no lost text, in CSS pixels: a tight last line's descenders count as some. */
const DESCENDERS = 4;

/**
 * Marks the region with the showcase's state: `data-step` 0, 1 or 2 from how far the page has been
 * scrolled through it, and `data-visible` once a tenth of it has come into view. Both are read from
 * the region's position at each scroll, never inferred from what was crossed on the way.
 * Where the window cannot hold the stage, the region's first child, there is no `data-step`: the
 * cards then follow one another.
 */
export function steps(element: HTMLElement): () => void {
  const stage = watchStage(element.firstElementChild as HTMLElement, update);
  const passing = new IntersectionObserver(update);
  passing.observe(element);
  addEventListener("scroll", update, { passive: true });
  show(0);
  return () => {
    stage.disconnect();
    passing.disconnect();
    removeEventListener("scroll", update);
    delete element.dataset["step"];
    delete element.dataset["visible"];
  };

  function update(): void {
    const { top, height } = element.getBoundingClientRect();
    const progress = -top / (2 * innerHeight);
    element.toggleAttribute("data-visible", innerHeight - top >= VISIBLE * height);
    show(THRESHOLDS.filter((threshold) => progress >= threshold).length);
  }

  function show(step: number): void {
    if (stage.fits()) element.dataset["step"] = String(step);
    else delete element.dataset["step"];
  }
}

/** Watches whether the window holds the stage with all its text; calls back when that changes. */
function watchStage(stage: HTMLElement, onChange: () => void) {
  const texts = stage.querySelectorAll("h2, h3, p");
  // Not the stage and its list: a card that waits further down counts as their overflow.
  const boxes = [...stage.querySelectorAll(":scope > div, article")];
  let fits = matchMedia(TALL).matches;
  /** The window in which the stage did not fit. */
  let failed = { width: 0, height: 0 };

  const measure = () => {
    const lost = boxes.some((box) => box.scrollHeight > box.clientHeight + DESCENDERS);
    if (!fits || !lost) return;
    fits = false;
    failed = { width: innerWidth, height: innerHeight };
    onChange();
  };
  // A frame later: the observer would be called again for what it changes in its own frame.
  const growth = new ResizeObserver(() => requestAnimationFrame(measure));
  for (const box of [stage, ...texts]) growth.observe(box);
  const resize = () => {
    // A phone's window also grows when its address bar hides: that is no reason to try again.
    if (innerWidth !== failed.width || innerHeight > failed.height * 1.25) {
      fits = matchMedia(TALL).matches;
    }
    onChange();
  };
  addEventListener("resize", resize);
  return {
    fits: () => fits,
    disconnect: () => {
      growth.disconnect();
      removeEventListener("resize", resize);
    },
  };
}
