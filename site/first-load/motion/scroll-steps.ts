/** Fraction of the list that must be visible for its first card to appear. */
const VISIBLE = 0.1;

/** Overflow in CSS pixels that cuts off no text: the descenders of a tight last line count as overflow. */
const DESCENDERS = 4;

/**
 * Steps through a list of cards, its children, while the list is scrolled through; it is three windows
 * tall. The current card and the links to its id have `aria-current`. The list's parent is the stage, which
 * is marked `data-stage` while every box in it marked `data-fit` has enough space for its text.
 *
 * For the stylesheet, the stage has `--step`, the index of the current card, or -1 until a tenth of the list
 * is visible; `--last`, the index of the last card; and `--share`, the scroll progress from one card to the
 * next. Each card has its `--index`.
 */
export function scrollSteps(list: HTMLElement): void {
  const stage = list.parentElement as HTMLElement;
  const cards = [...list.children] as HTMLElement[];
  const last = cards.length - 1;
  // Rounded down: 0.33 for three cards.
  const share = Math.floor(100 / cards.length) / 100;
  stage.style.setProperty("--share", String(share));
  stage.style.setProperty("--last", String(last));
  cards.forEach((card, index) => card.style.setProperty("--index", String(index)));
  let current: number | undefined;

  // Read the position on every scroll: an intersection observer would miss a jump.
  const updateStep = () => {
    const { top, height } = list.getBoundingClientRect();
    const isVisible = innerHeight - top >= VISIBLE * height;
    // A fraction of two window heights.
    const progress = -top / ((height * 2) / 3);
    const step = isVisible ? Math.min(Math.max(Math.floor(progress / share), 0), last) : -1;
    if (step === current) return;
    current = step;
    stage.style.setProperty("--step", String(step));
    cards.forEach((card, index) => {
      for (const element of [card, ...stage.querySelectorAll(`[href="#${card.id}"]`)]) {
        element.ariaCurrent = index === step ? "true" : null;
      }
    });
  };

  const updateStage = () => {
    stage.dataset["stage"] = "";
    for (const box of stage.querySelectorAll("[data-fit]")) {
      if (box.scrollHeight > box.clientHeight + DESCENDERS) delete stage.dataset["stage"];
    }
    updateStep();
  };

  // Texts change their size with fonts and the visitor's settings, the list with the window. Wait one
  // frame, because changes in the observer's own frame would be reported as an error.
  const sizes = new ResizeObserver(() => requestAnimationFrame(updateStage));
  for (const part of [list, ...stage.querySelectorAll("[data-fit] > *")]) sizes.observe(part);
  addEventListener("scroll", updateStep, { passive: true });
  updateStage();
}
