const STACK = "data-stack";

/** Parts of the region that can stay in view while the cards arrive, in order of preference. */
const STACKS = ["section", "cards"];

/** Visible fraction of the region at which the first card shows. */
const VISIBLE = 0.1;

/** Scroll progress at which each card appears, once the region is visible. */
const STARTS = [0, 0.33, 0.66];

/**
 * Sets `--step` on a region to the index of its current card, or to -1 before the first card. Sets `aria-current` on
 * the link to that card, and `--middle` on the link's target to the middle of the progress during which the card shows.
 */
export function setCardStep(region: HTMLElement): void {
  const links = region.querySelectorAll("a");
  for (const [index, { hash }] of links.entries()) {
    const [start = 0, end = 1] = STARTS.slice(index);
    const target = region.querySelector<HTMLElement>(hash);
    target?.style.setProperty("--middle", String((start + end) / 2));
  }

  let current = -1;

  // Reads the position on scroll, because an intersection observer would miss jumps.
  const update = () => {
    const { top, height } = region.getBoundingClientRect();
    const isShown = innerHeight - top >= VISIBLE * height;
    // The specification's formula. `height` minus `innerHeight` would differ while a phone shows its address bar.
    const progress = Math.max(0, -top / (2 * innerHeight));
    const step = isShown ? STARTS.findLastIndex((start) => progress >= start) : -1;
    if (step === current) return;
    current = step;
    region.style.setProperty("--step", String(step));
    for (const [index, link] of links.entries()) link.ariaCurrent = index === step ? "true" : null;
  };

  region.style.setProperty("--step", String(current));
  addEventListener("scroll", update, { passive: true });
  addEventListener("resize", update);
  // Waits a frame, because reading the position now would force a layout before the first paint.
  requestAnimationFrame(update);
}

/** Sets `STACK` to a part in which a card's text and some of its image fit. If there is none, the cards are a list. */
export function stackCards(region: HTMLElement): void {
  const list = region.querySelector<HTMLElement>("ol:has(article)");
  if (!list) return;
  const cards = [...list.querySelectorAll("article")];

  const stack = () => {
    // Keeps the region's height, because a page that shrank for a moment would lose its scroll position.
    region.style.minHeight = `${region.offsetHeight}px`;
    const fits = STACKS.some((part) => {
      region.setAttribute(STACK, part);
      return cards.every((card) => card.scrollHeight <= list.clientHeight);
    });
    if (!fits) region.removeAttribute(STACK);
    region.style.minHeight = "";
  };

  addEventListener("resize", stack);
  // Calls `stack` at the start, after the first layout, and when a font or the visitor's text size changes.
  const observer = new ResizeObserver(stack);
  for (const text of list.querySelectorAll("p")) observer.observe(text);
}
