/** Scrolls the element to the viewport's centre, so that its label and its message are in view, too. */
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
 * Focuses the element if focus was lost, so that a screen reader goes on reading at the form. Disabled controls lose
 * focus, and WebKit does not focus clicked buttons.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled")) {
    element?.focus({ preventScroll: true });
  }
}

/**
 * Focuses the outcome, unless the visitor has moved the focus out of the form. Scrolls to the form's start or end,
 * and to the outcome, if part of the form was in view.
 */
export function focusOutcome(
  form: HTMLFormElement,
  outcome: HTMLElement | null,
  { block, boxBefore }: { block: "start" | "end"; boxBefore: DOMRect },
): void {
  if (!outcome || !hasFocus(form)) return;
  outcome.focus({ preventScroll: true });
  const wasInView = boxBefore.bottom > scrollOffset() && boxBefore.top < innerHeight;
  if (!wasInView) return;
  form.scrollIntoView({ block, behavior: "instant" });
  outcome.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * If the form is above the viewport, scrolls by the change of its height. Visitors who read on below the form need
 * this in Safari, which has no scroll anchoring.
 */
export function keepViewInPlace(form: HTMLFormElement, boxBefore: DOMRect): void {
  if (boxBefore.bottom > scrollOffset()) return;
  const top = form.getBoundingClientRect().bottom - boxBefore.bottom;
  scrollBy({ top, behavior: "instant" });
}

/**
 * False for a visitor who has gone on, for example to a link, during a slow response. True if an ancestor of the form
 * has focus, because a click on a disabled button focuses an ancestor.
 */
function hasFocus(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}

/** Space that scrolling keeps free at the viewport's top, in CSS pixels. */
function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
