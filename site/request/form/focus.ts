/** Centred, so that label and message are in view, too. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Scrolls to the top of the form, or further if the element would be out of view. */
export function focusBelow(form: HTMLFormElement, element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  form.scrollIntoView({ behavior: "instant" });
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * Focuses the element if focus was lost: disabled controls lose it, and WebKit does not focus clicked buttons.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled")) {
    element?.focus({ preventScroll: true });
  }
}

/** True if focus is in the form or lost: a click on a disabled button focuses an ancestor of the form. */
export function hasFocus(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}

/**
 * Scrolls the page if a toast covers a heading: to below a toast at the top, or out of view below one at the bottom.
 * Keeps `focused` in view, and clear of a toast at the top.
 */
export function scrollClearOfToast(focused: Element | null): void {
  const toast = document.querySelector<HTMLElement>("body > [data-toaster] > :not([hidden])");
  const region = toast?.parentElement;
  if (!toast || !region) return;
  // Offsets ignore the transform of a toast that is still arriving.
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

const GAP = 8;

function boxOfText(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

export function scrollPageBy(top: number): void {
  scrollBy({ top, behavior: "instant" });
}

/** In CSS pixels from the viewport's top. */
export function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
