import { MAIN_ACTION } from "../../attributes.ts";

const THRESHOLD = 10;

/**
 * Sets `data-scrolled` on the header while the page is scrolled, and `data-past-action` while the main call to action is
 * out of view. Observes an invisible box at the page's top instead of listening to scroll events.
 */
export function markBar(bar: HTMLElement): void {
  const top = document.createElement("div");
  Object.assign(top.style, {
    position: "absolute",
    top: "0",
    width: "1px",
    height: `${THRESHOLD}px`,
  });
  document.body.append(top);
  markWhileUnseen(bar, "data-scrolled", top);
  const action = document.querySelector(`[${MAIN_ACTION}]`);
  if (action) markWhileUnseen(bar, "data-past-action", action);
}

function markWhileUnseen(bar: HTMLElement, mark: string, observed: Element): void {
  new IntersectionObserver((entries) => {
    bar.toggleAttribute(mark, entries.at(-1)?.isIntersecting === false);
  }).observe(observed);
}
