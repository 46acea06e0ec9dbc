/** Its label above and its message below come into view, too. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
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

export function scrollPageBy(top: number): void {
  scrollBy({ top, behavior: "instant" });
}

/** Where in-page links stop, in CSS pixels from the top of the viewport: what is above is under the header. */
export function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
