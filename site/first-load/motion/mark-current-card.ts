/** Fraction of the region that must be visible for its first card to show. */
const VISIBLE = 0.1;

/** Scroll progress from which the second and third card show. */
const STEPS = [0.33, 0.66];

/**
 * Marks the current card of a region, the item of its list and the link to it, with `aria-current`. None is
 * current before the first one shows. The stylesheet stacks the cards of a region that is marked `data-stack`.
 */
export function markCurrentCard(region: HTMLElement): void {
  const items = region.querySelectorAll("li:has(article)");
  const links = region.querySelectorAll("a");

  // Read the position on every scroll: an intersection observer would miss a jump.
  const update = () => {
    const { top, height } = region.getBoundingClientRect();
    const isShown = innerHeight - top >= VISIBLE * height;
    const progress = -top / (2 * innerHeight);
    const step = STEPS.filter((start) => progress >= start).length;
    for (const elements of [items, links]) {
      for (const [index, element] of elements.entries()) {
        element.ariaCurrent = isShown && index === step ? "true" : null;
      }
    }
  };

  region.dataset["stack"] = "";
  addEventListener("scroll", update, { passive: true });
  addEventListener("resize", update);
  update();
}
