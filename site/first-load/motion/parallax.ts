import { MOTION_ALLOWED } from "../../ui/media.ts";
import { whileMatching } from "./while-matching.ts";

const DEFAULT_SPEED = 0.1;

/** More than the height of the page, in CSS pixels. */
const FAR = 100_000;

/** Moves the element down by a fraction of the page's scroll: `data-speed`, 0.1 by default. */
export function parallax(element: HTMLElement): void {
  const speed = Number(element.dataset["speed"] ?? DEFAULT_SPEED);
  whileMatching(MOTION_ALLOWED, () =>
    "ScrollTimeline" in window ? moveByTimeline(element, speed) : moveByScript(element, speed),
  );
}

/** The compositor moves the element: no script runs during a scroll. */
function moveByTimeline(element: HTMLElement, speed: number): () => void {
  const animation = element.animate(
    { translate: ["0 0", `0 ${FAR * speed}px`] },
    {
      timeline: new ScrollTimeline({ source: document.documentElement }),
      rangeStart: "0px",
      rangeEnd: `${FAR}px`,
    },
  );
  return () => animation.cancel();
}

function moveByScript(element: HTMLElement, speed: number): () => void {
  const move = () => {
    element.style.translate = `0 ${scrollY * speed}px`;
  };
  // A scroll event is sent at most once per frame.
  addEventListener("scroll", move, { passive: true });
  move();
  return () => {
    removeEventListener("scroll", move);
    element.style.translate = "";
  };
}
