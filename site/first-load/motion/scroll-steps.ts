/** Fraction of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Scroll progress, as a fraction of two window heights, at which the second and the third card appear. */
const THRESHOLDS = [0.33, 0.66];

/** Overflow in CSS pixels that cuts off no text: the descenders of a tight last line count as overflow. */
const DESCENDERS = 4;

/**
 * Marks the region with the showcase's state: `data-step`, from 0 to 2, is the index of the current
 * card, absent until a tenth of the region is visible. `data-stage` is set while the stage, the region's
 * first child, fits into the window.
 */
export function scrollSteps(region: HTMLElement): void {
  const stage = region.firstElementChild as HTMLElement;

  // Read the position on every scroll: an intersection observer would miss a jump.
  const updateStep = () => {
    const { top, height } = region.getBoundingClientRect();
    if (innerHeight - top < VISIBLE * height) {
      delete region.dataset["step"];
    } else {
      const progress = -top / (2 * innerHeight);
      const passed = THRESHOLDS.filter((threshold) => progress >= threshold);
      region.dataset["step"] = String(passed.length);
    }
  };

  const updateStage = () => {
    region.dataset["stage"] = "";
    if (!fits(stage)) delete region.dataset["stage"];
    updateStep();
  };

  // The region's height depends on the window; its texts also depend on fonts and the visitor's settings.
  // Wait one frame, because changes in the observer's own frame would be reported as an error.
  const sizes = new ResizeObserver(() => requestAnimationFrame(updateStage));
  for (const box of [region, ...stage.querySelectorAll("h2, h3, p")]) sizes.observe(box);
  addEventListener("scroll", updateStep, { passive: true });
  updateStage();
}

/** Whether everything on the stage fits. The list is left out: a card not yet shown is below its place. */
function fits(stage: HTMLElement): boolean {
  const boxes = [...stage.querySelectorAll(":scope > div, article")];
  return boxes.every((box) => box.scrollHeight <= box.clientHeight + DESCENDERS);
}
