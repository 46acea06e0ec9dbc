import { scrollPageBy } from "./focus.ts";

/** Space between a toast at the top and the element below it, in CSS pixels. */
const GAP = 8;

/** Height of the line below a heading, in CSS pixels. A toast at the bottom must not cover only this line. */
const NOTE_HEIGHT = 40;

const HEADINGS = "h2, h3, h4, legend, .confirmation-title";

/**
 * Scrolls the page if a toast covers a heading. If the toast is at the top, the heading moves below it. If the toast is
 * at the bottom, the heading moves out of view. Keeps `focused` in view, and clear of a toast at the top.
 */
export function scrollClearOfToast(focused: Element | null): void {
  const toast = document.querySelector<HTMLElement>("body > [data-toaster] > :not([hidden])");
  const region = toast?.parentElement;
  if (!toast || !region) return;
  const place = placeOf(toast, region);
  const isAtTop = place.top < innerHeight / 2;
  const boxes = Array.from(document.querySelectorAll(HEADINGS), boxOfText);
  if (isAtTop && focused) boxes.push(focused.getBoundingClientRect());
  const below = isAtTop ? 0 : NOTE_HEIGHT;
  const covered = boxes.find(({ top, bottom, left, right }) => {
    const isBeside = left >= place.right || right <= place.left;
    return !isBeside && top < place.bottom && bottom + below > place.top;
  });
  if (!covered) return;
  scrollPageBy(covered.top - (isAtTop ? place.bottom + GAP : innerHeight));
  focused?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

type Place = { top: number; bottom: number; left: number; right: number };

/** Uses offsets, because they ignore the transform of a toast that is still arriving. */
function placeOf(toast: HTMLElement, region: HTMLElement): Place {
  const top = region.offsetTop;
  const left = region.offsetLeft + toast.offsetLeft;
  return { top, bottom: top + region.offsetHeight, left, right: left + toast.offsetWidth };
}

function boxOfText(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}
