import { MOTION_WELCOME, whileMatching } from "./media.ts";

const DEFAULT_SPEED = 0.1;

/** A scroll that no page of ours reaches, in CSS pixels. */
const FAR = 100_000;

/** Moves the element down by a share of the page's scroll: `data-speed`, or a tenth. */
export function parallax(element: HTMLElement): () => void {
  const speed = Number(element.dataset["speed"] ?? DEFAULT_SPEED);
  return whileMatching(MOTION_WELCOME, () =>
    "ScrollTimeline" in window ? moveByTimeline(element, speed) : moveByScript(element, speed),
  );
}

/** The compositor moves the element: no script runs while the page scrolls. */
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
  // A scroll event comes at most once a frame.
  addEventListener("scroll", move, { passive: true });
  move();
  return () => {
    removeEventListener("scroll", move);
    element.style.translate = "";
  };
}
