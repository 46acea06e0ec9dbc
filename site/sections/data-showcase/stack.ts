import { MOTION_ALLOWED } from "../../ui/media.ts";

/** Fraction of the list that must be visible for its first card to show. */
const VISIBLE = 0.1;

/** Scroll progress during which a card travels from the window's lower edge to its place. */
const TRAVEL = 0.18;

/** Overflow in CSS pixels that cuts off no text: the descenders of a tight last line count as overflow. */
const DESCENDERS = 4;

/**
 * Stacks the cards of a list, its items, while the list is scrolled through; it is three windows tall. The
 * current card and the links to its id have `aria-current`. The list's parent is the stage, which is marked
 * `data-stage` while every box in it marked `data-fit` has enough space for its text.
 *
 * The stylesheet draws the stack from custom properties, which depend on the scroll position alone. An item has
 * `--arrival`, the scroll progress at which its card is in place. The card, which is the item's only child, has
 * - `--distance`: how far it is from its place, from 1 (below the window) to 0,
 * - `--scroll-to-go`: how many CSS pixels of its travel the page has still to scroll; before the travel begins,
 *   all of them,
 * - `--cards-above`: the number of cards that lie over it, which grows while the next one travels.
 * The stage's element marked `data-path` has `--path-drawn`, the fraction of the path that leads to the newest
 * card.
 */
export function stackCards(list: HTMLElement): void {
  const stage = list.parentElement as HTMLElement;
  const items = [...list.children] as HTMLElement[];
  const cards = items.map((item) => item.firstElementChild as HTMLElement);
  const path = stage.querySelector<HTMLElement>("[data-path]");
  // Rounded down: 0.33 and 0.66 for three cards.
  const steps = items.map((_item, index) => Math.floor((100 * index) / items.length) / 100);
  const motionAllowed = matchMedia(MOTION_ALLOWED);
  let travel = TRAVEL;
  let linkStop = 0;
  let current: number | undefined;

  // Read the position on every scroll: an intersection observer would miss a jump.
  const updateCards = () => {
    const { top, height } = list.getBoundingClientRect();
    const scrolled = -top;
    // Two windows: the scroll in which the progress goes from 0 to 1.
    const divisor = (height * 2) / 3;
    const starts = steps.map((step) => step * divisor);
    starts[0] = VISIBLE * height - innerHeight;
    // From the last card to the first, so that the cards above one are known.
    let cardsAbove = 0;
    for (const [index, start] of [...starts.entries()].toReversed()) {
      // The first card is in place where links to the list stop.
      const end = index === 0 ? -linkStop : start + travel * divisor;
      let remaining = 1;
      if (scrolled >= start) {
        remaining = travel === 0 ? 0 : Math.max(0, (end - scrolled) / (end - start));
      }
      // The first card comes along with the heading; the others get slower towards their place.
      const away = index === 0 ? remaining : remaining ** 1.5;
      setProperty(cards[index], "--distance", away);
      setProperty(cards[index], "--scroll-to-go", `${remaining * (end - start)}px`);
      setProperty(cards[index], "--cards-above", cardsAbove);
      cardsAbove += 1 - away;
    }
    setProperty(path, "--path-drawn", Math.max(0, cardsAbove - 1) / (items.length - 1));
    setCurrent(starts.findLastIndex((start) => scrolled >= start));
  };

  const setCurrent = (step: number) => {
    if (step === current) return;
    current = step;
    items.forEach((item, index) => {
      for (const element of [item, ...stage.querySelectorAll(`[href="#${item.id}"]`)]) {
        element.ariaCurrent = index === step ? "true" : null;
      }
    });
  };

  const updateStage = () => {
    travel = motionAllowed.matches ? TRAVEL : 0;
    linkStop = parseFloat(getComputedStyle(stage).getPropertyValue("--link-stop")) || 0;
    items.forEach((item, index) => setProperty(item, "--arrival", (steps[index] ?? 0) + travel));
    stage.dataset["stage"] = "";
    for (const box of stage.querySelectorAll("[data-fit]")) {
      if (box.scrollHeight > box.clientHeight + DESCENDERS) delete stage.dataset["stage"];
    }
    updateCards();
  };

  // Texts change their size with fonts and the visitor's settings, the list with the window. The update waits
  // for the next frame, because changes in the observer's own frame would be reported as an error.
  const sizes = new ResizeObserver(() => requestAnimationFrame(updateStage));
  for (const part of [list, ...stage.querySelectorAll("[data-fit] > *")]) sizes.observe(part);
  motionAllowed.addEventListener("change", updateStage);
  addEventListener("scroll", updateCards, { passive: true });
  updateStage();
}

function setProperty(
  element: HTMLElement | null | undefined,
  name: string,
  value: string | number,
): void {
  element?.style.setProperty(name, String(value));
}
