import { MAIN_ACTION } from "../../attributes.ts";

const SCROLLED = "data-scrolled";
const PAST_ACTION = "data-past-action";

const THRESHOLD = 10;

/**
 * Sets `SCROLLED` on the header while the page is scrolled, and `PAST_ACTION` while the main call to action is out of
 * view. Observes an invisible box at the page's top instead of listening to scroll events.
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
  markWhileOutOfView(bar, SCROLLED, top);
  const action = document.querySelector(`[${MAIN_ACTION}]`);
  if (action) markWhileOutOfView(bar, PAST_ACTION, action);
}

function markWhileOutOfView(bar: HTMLElement, mark: string, observed: Element): void {
  new IntersectionObserver((entries) => {
    bar.toggleAttribute(mark, entries.at(-1)?.isIntersecting === false);
  }).observe(observed);
}
