import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "./while-matching.ts";

/** Fraction of the page's scroll. */
const SPEED = 0.1;

/** More than the height of the page, in CSS pixels. */
const FAR = 100_000;

/** Moves the element down by a tenth of the page's scroll. */
export function parallax(element: HTMLElement): void {
  whileMatching(MOTION_ALLOWED, () =>
    "ScrollTimeline" in window ? moveByTimeline(element) : moveByScript(element),
  );
}

/** The compositor moves the element: no script runs during a scroll. */
function moveByTimeline(element: HTMLElement): () => void {
  const animation = element.animate(
    { translate: ["0 0", `0 ${FAR * SPEED}px`] },
    {
      timeline: new ScrollTimeline({ source: document.documentElement }),
      rangeStart: "0px",
      rangeEnd: `${FAR}px`,
    },
  );
  return () => animation.cancel();
}

function moveByScript(element: HTMLElement): () => void {
  const move = () => {
    element.style.translate = `0 ${scrollY * SPEED}px`;
  };
  // A scroll event is sent at most once per frame.
  addEventListener("scroll", move, { passive: true });
  move();
  return () => {
    removeEventListener("scroll", move);
    element.style.translate = "";
  };
}
