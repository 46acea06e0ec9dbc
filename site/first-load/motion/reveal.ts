import { MOTION_ALLOWED } from "../../ui/media.ts";

const VISIBLE = 0.1;

/** Fades an element in once. Elements in or above the viewport stay visible: hiding them would flicker. */
export function reveal(element: HTMLElement): void {
  if (!matchMedia(MOTION_ALLOWED).matches) return;
  if (element.getBoundingClientRect().top < innerHeight) return;
  element.dataset["reveal"] = "waiting";
  const observer = new IntersectionObserver(
    (entries) => {
      // A jump may deliver several entries at once.
      if (!entries.some(({ intersectionRatio }) => intersectionRatio >= VISIBLE)) return;
      observer.disconnect();
      element.dataset["reveal"] = "shown";
    },
    { threshold: VISIBLE },
  );
  observer.observe(element);
}
