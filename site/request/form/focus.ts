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
 * Focuses the element if focus was lost. Disabled controls lose focus, and WebKit does not focus clicked buttons.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled")) {
    element?.focus({ preventScroll: true });
  }
}

/** Also true if an ancestor of the form has focus, because a click on a disabled button focuses an ancestor. */
export function hasFocus(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}

export function scrollPageBy(top: number): void {
  scrollBy({ top, behavior: "instant" });
}

/** Space that scrolling keeps free at the viewport's top, in CSS pixels. */
export function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
