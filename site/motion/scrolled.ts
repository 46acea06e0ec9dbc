/** Vertical scroll, in CSS pixels, past which the bar is no longer at the top. */
const THRESHOLD = 10;

/** Marks the element `data-scrolled` while the page is scrolled by more than 10 px. */
export function scrolled(element: HTMLElement): () => void {
  // An observer of the first ten pixels would cost less still, but at exactly 10 px Firefox does
  // not always tell that their edge is back in view.
  const update = () => element.toggleAttribute("data-scrolled", scrollY > THRESHOLD);
  addEventListener("scroll", update, { passive: true });
  update();
  return () => removeEventListener("scroll", update);
}
