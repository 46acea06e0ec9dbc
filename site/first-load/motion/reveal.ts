import { MOTION_ALLOWED } from "../../ui/media.ts";

const VISIBLE = 0.1;

/** Fades the element in once. One that is already in view, or above it, is not hidden first: it would flicker. */
export function reveal(element: HTMLElement): void {
  if (!matchMedia(MOTION_ALLOWED).matches) return;
  if (element.getBoundingClientRect().top < innerHeight) return;
  element.dataset["reveal"] = "waiting";
  const observer = new IntersectionObserver(
    (entries) => {
      // After a jump, several observations come at a time.
      if (!entries.some(({ intersectionRatio }) => intersectionRatio >= VISIBLE)) return;
      observer.disconnect();
      element.dataset["reveal"] = "shown";
    },
    { threshold: VISIBLE },
  );
  observer.observe(element);
}
