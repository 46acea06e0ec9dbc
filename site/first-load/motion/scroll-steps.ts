/** Fraction of the region that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Scroll progress, of two window heights, from which on the second and the third card are shown. */
const THRESHOLDS = [0.33, 0.66];

/** Overflow in CSS pixels that cuts no text: the descenders of a tight last line count as some. */
const DESCENDERS = 4;

/**
 * Marks the region with the showcase's state: `data-step`, from 0 to 2, is how far it is scrolled
 * through, and absent until a tenth of it is visible. `data-stage` says that the stage, the region's
 * first child, fits into the window.
 */
export function scrollSteps(region: HTMLElement): () => void {
  const stage = region.firstElementChild as HTMLElement;

  // The position at each moment: a change of intersection would be missed by a jump.
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

  // The region is as high as three windows; its texts change with fonts and with the visitor's settings.
  // One frame later, because the observer would report changes made in its own frame as an error.
  const sizes = new ResizeObserver(() => requestAnimationFrame(updateStage));
  for (const box of [region, ...stage.querySelectorAll("h2, h3, p")]) sizes.observe(box);
  addEventListener("scroll", updateStep, { passive: true });
  updateStage();

  return () => {
    sizes.disconnect();
    removeEventListener("scroll", updateStep);
    delete region.dataset["step"];
    delete region.dataset["stage"];
  };
}

/** Whether the stage cuts nothing. Not its list: a card that is still to come is lower than its place. */
function fits(stage: HTMLElement): boolean {
  const boxes = [...stage.querySelectorAll(":scope > div, article")];
  return boxes.every((box) => box.scrollHeight <= box.clientHeight + DESCENDERS);
}
