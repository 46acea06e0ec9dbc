import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "../../ui/while-matching.ts";

/** In px, as docs/specification.md requires, so that it does not depend on the visitor's text size. */
const WIDE_ENOUGH = "(width >= 768px)";

/** In degrees. */
const LIMIT = 4;

/** Rotates the element towards the mouse. */
export function tilt(element: HTMLElement): void {
  whileMatching(`${WIDE_ENOUGH} and ${MOTION_ALLOWED}`, () => {
    let frame = 0;
    const face = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const right = (event.clientX - left) / width - 0.5;
        const down = (event.clientY - top) / height - 0.5;
        turn(element, -2 * LIMIT * down, 2 * LIMIT * right);
      });
    };
    const rest = () => {
      cancelAnimationFrame(frame);
      turn(element, 0, 0);
    };
    element.addEventListener("pointermove", face);
    element.addEventListener("pointerleave", rest);
    return () => {
      element.removeEventListener("pointermove", face);
      element.removeEventListener("pointerleave", rest);
      rest();
    };
  });
}

function turn(element: HTMLElement, x: number, y: number): void {
  element.style.setProperty("--tilt-x", `${x.toFixed(2)}deg`);
  element.style.setProperty("--tilt-y", `${y.toFixed(2)}deg`);
}
