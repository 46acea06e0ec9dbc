import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "../../ui/while-matching.ts";

/** In px, as docs/specification.md requires, so that it does not depend on the visitor's text size. */
const WIDE_ENOUGH = "(width >= 768px)";

/** Maximum rotation, in degrees. */
const TILT_LIMIT = 4;

const TILT = "--tilt";

/** Rotates the element towards the mouse. */
export function tilt(element: HTMLElement): void {
  whileMatching(`${WIDE_ENOUGH} and ${MOTION_ALLOWED}`, () => {
    let frame = 0;
    const follow = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const right = (event.clientX - left) / width - 0.5;
        const down = (event.clientY - top) / height - 0.5;
        const x = (-2 * TILT_LIMIT * down).toFixed(2);
        const y = (2 * TILT_LIMIT * right).toFixed(2);
        element.style.setProperty(TILT, `perspective(1200px) rotateX(${x}deg) rotateY(${y}deg)`);
      });
    };
    const reset = () => {
      cancelAnimationFrame(frame);
      element.style.removeProperty(TILT);
    };
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerleave", reset);
    return () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerleave", reset);
      reset();
    };
  });
}

/** The element's movement as a fraction of the scroll distance. */
const PARALLAX_SPEED = 0.1;

export function parallax(element: HTMLElement): void {
  whileMatching(MOTION_ALLOWED, () => {
    const move = () => {
      element.style.translate = `0 ${scrollY * PARALLAX_SPEED}px`;
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

const DECODED = "data-decoded";

/** Marks the element when its image has decoded. */
export function markDecoded(element: HTMLElement): void {
  const mark = () => element.toggleAttribute(DECODED, true);
  element
    .querySelector("img")
    ?.decode()
    .then(mark, () => {});
}
