/** Vertical scroll, in CSS pixels, past which the bar is no longer at the top. */
const THRESHOLD = 10;

/**
 * Marks the element `data-scrolled` while the page is scrolled by more than 10 px. Observing an
 * invisible box, 10 px high at the top of the page, avoids a scroll listener.
 */
export function markScrolled(element: HTMLElement): void {
  const top = document.createElement("div");
  Object.assign(top.style, {
    position: "absolute",
    top: "0",
    width: "1px",
    height: `${THRESHOLD}px`,
  });
  document.body.append(top);
  const observer = new IntersectionObserver((entries) => {
    element.toggleAttribute("data-scrolled", entries.at(-1)?.isIntersecting === false);
  });
  observer.observe(top);
}
