/** Fraction of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Scroll progress, in window heights times two, at which the next cards appear. */
const THRESHOLDS = [0.33, 0.66];

/** Minimum window height for a stage, in CSS pixels. */
const TALL = "(min-height: 35rem)";

/** Overflow in CSS pixels that cuts no text: the descenders of a tight last line count as some. */
const DESCENDERS = 4;

/** More than the height of the page, in CSS pixels. */
const ABOVE = "100000px";

/**
 * Marks the region with the showcase's state: `data-step` 0, 1 or 2 from the scroll progress, and
 * `data-visible` once a tenth of it has been visible. Both depend on the position alone, also after a
 * jump: observed is whether a point of the region is anywhere above an edge of the window. It is
 * `data-painted` after the first state is on screen, from when on changes are animated.
 * Where the stage, the region's first child, does not fit into the window, there is no `data-step`:
 * the cards then follow one another.
 */
export function scrollSteps(element: HTMLElement): () => void {
  const stage = watchStage(element.firstElementChild as HTMLElement, show);
  const positions = [
    { top: `${VISIBLE * 100}%`, below: "0px" },
    ...THRESHOLDS.map((threshold) => ({ top: `${threshold * 200}vh`, below: "-100%" })),
  ];
  const isAbove: Array<boolean | undefined> = positions.map(() => undefined);
  const points = positions.map(({ top, below }, index) =>
    watchPoint(element, top, `${ABOVE} 0px ${below}`, (isInside) => {
      isAbove[index] = isInside;
      show();
    }),
  );
  return () => {
    stage.disconnect();
    for (const point of points) point.remove();
    delete element.dataset["step"];
    delete element.dataset["visible"];
    delete element.dataset["painted"];
  };

  function show(): void {
    // Nothing in between: a page that is opened here would show it.
    if (isAbove.includes(undefined)) return;
    const [visible, ...passed] = isAbove;
    element.toggleAttribute("data-visible", visible);
    if (stage.fits()) element.dataset["step"] = String(passed.filter(Boolean).length);
    else delete element.dataset["step"];
    if (!element.hasAttribute("data-painted"))
      afterPaint(() => element.toggleAttribute("data-painted", true));
  }
}

/** Calls back before the second next frame: the first one has been styled then. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback));
}

/** Calls back when a point of the element, `top` below its start, enters or leaves a part of the window. */
function watchPoint(
  element: HTMLElement,
  top: string,
  rootMargin: string,
  onChange: (isInside: boolean) => void,
) {
  const point = document.createElement("div");
  Object.assign(point.style, { position: "absolute", top, width: "1px", height: "1px" });
  element.append(point);
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      // None while an open dialog hides the page.
      if (last && last.boundingClientRect.width > 0) onChange(last.isIntersecting);
    },
    { root: document, rootMargin },
  );
  observer.observe(point);
  return {
    remove: () => {
      observer.disconnect();
      point.remove();
    },
  };
}

/** Calls back when it changes whether the stage, with all its text, fits into the window. */
function watchStage(stage: HTMLElement, onChange: () => void) {
  const texts = stage.querySelectorAll("h2, h3, p");
  // Not the stage and its list: the cards still below count as their overflow.
  const boxes = [...stage.querySelectorAll(":scope > div, article")];
  let fits = matchMedia(TALL).matches;
  /** Window size in which the stage did not fit. */
  let failed = { width: 0, height: 0 };

  const measure = () => {
    // Only the stage is measured, not what is there without a step.
    if (!stage.matches("[data-step] > *")) return;
    const lost = boxes.some((box) => box.scrollHeight > box.clientHeight + DESCENDERS);
    if (!fits || !lost) return;
    fits = false;
    failed = { width: innerWidth, height: innerHeight };
    onChange();
  };
  // One frame later: changes in its own frame would call the observer again.
  const growth = new ResizeObserver(() => requestAnimationFrame(measure));
  for (const box of [stage, ...texts]) growth.observe(box);
  const resize = () => {
    // A phone's window also grows when its address bar hides; that is no reason to try again.
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
