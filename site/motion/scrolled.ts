import { onScrollFrame } from "./scroll-frame.ts";

/** Vertical scroll, in CSS pixels, past which the bar is no longer at the top. */
const THRESHOLD = 10;

/** Marks the element `data-scrolled` while the page is scrolled by more than 10 px. */
export function scrolled(element: HTMLElement): () => void {
  return onScrollFrame(() => {
    element.toggleAttribute("data-scrolled", scrollY > THRESHOLD);
  });
}
