import { flushSync } from "react-dom";

import { FIELDS, type FieldName } from "../../../domain/fields.ts";

/** Focuses a field's control, at the viewport's centre, so that its label and its message are in view, too. */
export function focusField(form: HTMLElement, field: FieldName | undefined): void {
  const control = document.getElementById(`${form.id}-${field}`);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Shows the form from its top, and focuses its first field. */
export function focusStart(form: HTMLElement): void {
  form.style.minHeight = "";
  focusField(form, FIELDS[0]);
  form.scrollIntoView({ behavior: "instant" });
  document.activeElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * Focuses the form's progress if focus was lost, so that a screen reader goes on reading there. Disabled controls lose
 * focus, and WebKit does not focus clicked buttons.
 */
export function restoreLostFocus(form: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === document.body || focused?.matches(":disabled")) {
    document.getElementById(`${form.id}-progress`)?.focus({ preventScroll: true });
  }
}

/** Renders an outcome and focuses it, and scrolls to it if the form was in view. The visitor may have gone on. */
export function showOutcome(
  form: HTMLElement,
  kind: "stored" | "failed",
  render: () => void,
): void {
  const { top, bottom, height } = form.getBoundingClientRect();
  const isAbove = bottom <= scrollOffset();
  if (isAbove && kind === "stored") pinHeight(form, height);
  flushSync(render);
  const outcome = document.getElementById(`${form.id}-outcome`);
  if (!outcome?.checkVisibility() || !hasFocus(form)) return;
  outcome.focus({ preventScroll: true });
  if (isAbove || top >= innerHeight) return;
  form.scrollIntoView({ block: kind === "stored" ? "start" : "end", behavior: "instant" });
  outcome.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * Keeps the form's height, so that nothing moves for a visitor who reads, or scrolls, below the form. Once the viewport
 * has another width, the height would be wrong.
 */
function pinHeight(form: HTMLElement, height: number): void {
  form.style.minHeight = `${height}px`;
  const unpin = () => {
    form.style.minHeight = "";
  };
  matchMedia(`(width: ${innerWidth}px)`).addEventListener("change", unpin, { once: true });
}

/**
 * False for a visitor who has gone on, for example to a link, during a slow response. True if an ancestor of the form
 * has focus, because a click on a disabled button focuses an ancestor.
 */
function hasFocus(form: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}

/** Space that scrolling keeps free at the viewport's top, in CSS pixels. */
function scrollOffset(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}
