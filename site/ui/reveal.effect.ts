import { REVEAL } from "../attributes.ts";
import { MOTION_ALLOWED } from "./media.ts";

const VISIBLE = 0.1;

/** Fades the element in once. Hides it beforehand only below the viewport, because a visible element would flicker. */
export function reveal(element: HTMLElement): void {
  if (!matchMedia(MOTION_ALLOWED).matches) return;
  let isWaiting = false;
  const observer = new IntersectionObserver(
    (entries) => {
      // After a jump, the observer may deliver several entries at once.
      const isVisible = entries.some(({ intersectionRatio }) => intersectionRatio >= VISIBLE);
      const isBelow = entries.every(
        ({ isIntersecting, boundingClientRect: { top } }) => !isIntersecting && top > 0,
      );
      if (isWaiting) {
        if (!isVisible) return;
        element.setAttribute(REVEAL, "shown");
      } else if (isBelow) {
        isWaiting = true;
        element.setAttribute(REVEAL, "waiting");
        return;
      }
      observer.disconnect();
    },
    { threshold: VISIBLE },
  );
  observer.observe(element);
}
