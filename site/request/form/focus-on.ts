/** Focuses an element and scrolls it into view together with its label above and its message below. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}
