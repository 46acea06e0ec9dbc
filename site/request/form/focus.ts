/** Its label above and its message below come into view, too. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Its form's title comes into view, too, where there is space for both. */
export function focusBelow(form: HTMLFormElement, element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  form.scrollIntoView({ behavior: "instant" });
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * If focus is in no usable control: one that is disabled loses it, and WebKit does not focus a button that is
 * clicked.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled")) {
    element?.focus({ preventScroll: true });
  }
}

/** Whether focus is in the form or lost; a click on a disabled button moves it to what is around the form. */
export function hasFocus(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}

/**
 * Where a toast covers a heading of the page, the page scrolls: the heading is then below a toast at the top, and out of
 * view below a toast at the bottom. `focused` stays in view, and below a toast at the top.
 */
export function scrollClearOfToast(focused: Element | null): void {
  const toast = document.querySelector<HTMLElement>("body > [data-toaster] > :not([hidden])");
  const region = toast?.parentElement;
  if (!toast || !region) return;
  // Not its rectangle: a toast that is arriving has yet to get there.
  const top = region.offsetTop;
  const bottom = top + region.offsetHeight;
  const left = region.offsetLeft + toast.offsetLeft;
  const right = left + toast.offsetWidth;
  const isAtTop = top < innerHeight / 2;
  const noteHeight = isAtTop ? 0 : 40;
  const headings = document.querySelectorAll("h2, h3, h4, legend, .confirmation-title");
  const boxes = Array.from(headings, boxOfText);
  if (isAtTop && focused) boxes.push(focused.getBoundingClientRect());
  const covered = boxes.find(
    (box) =>
      box.top < bottom && box.bottom + noteHeight > top && box.left < right && box.right > left,
  );
  if (!covered) return;
  scrollPageBy(covered.top - (isAtTop ? bottom + GAP : innerHeight));
  focused?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** In CSS pixels. */
const GAP = 8;

function boxOfText(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

export function scrollPageBy(top: number): void {
  scrollBy({ top, behavior: "instant" });
}

/** Where in-page links stop, in CSS pixels from the top of the viewport: what is above is under the header. */
export function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
