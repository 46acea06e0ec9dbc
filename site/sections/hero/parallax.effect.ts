import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "../../ui/while-matching.ts";

/** The element's movement as a fraction of the scroll distance. */
const SPEED = 0.1;

export function parallax(element: HTMLElement): void {
  whileMatching(MOTION_ALLOWED, () => {
    const move = () => {
      element.style.translate = `0 ${scrollY * SPEED}px`;
    };
    addEventListener("scroll", move, { passive: true });
    // Waits a frame, because reading the position now would force a layout before the first paint.
    const frame = requestAnimationFrame(move);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", move);
      element.style.translate = "";
    };
  });
}
