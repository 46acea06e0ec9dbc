import type { SubmitState } from "../submission/form-state.ts";

/** Focuses an element and scrolls it into view together with its label above and its message below. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Keeps focus in the form while it is sending, then moves it to the outcome. */
export function moveFocus(
  form: HTMLFormElement,
  state: SubmitState,
  before: VisitorPosition,
): void {
  switch (state.kind) {
    case "idle":
      return;
    case "invalid": {
      const [first, ...others] = state.problems;
      if (others.length > 0) focusNearTop(form, form.querySelector(".error-summary"));
      else if (first) focusNearTop(form, document.getElementById(`${form.id}-${first.field}`));
      return;
    }
    case "submitting":
      // A disabled button loses focus to the page, and WebKit does not focus a button that is clicked.
      if (isFocusLost(form)) {
        form.querySelector<HTMLElement>("[role=status]")?.focus({ preventScroll: true });
      }
      return;
    case "failed":
      if (before.attended) focusOn(form.querySelector("[data-outcome]"));
      return;
    case "sent":
      if (before.attended) focusNearTop(form, form.querySelector("[data-outcome]"));
      else keepPlace(before.pageHeight);
  }
}

function isFocusLost(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused === form.querySelector(":disabled");
}

/**
 * Where the visitor is when the form's state changes. It is read before React renders, because a sent
 * form is shorter and its fields lose focus.
 */
export type VisitorPosition = {
  /** Whether the visitor is still at the form. */
  attended: boolean;
  /** In pixels; null unless the visitor reads below the form. */
  pageHeight: number | null;
  /** Of the dialog around the form, in pixels; 0 unless it is open. */
  dialogHeight: number;
};

/** Before anybody has come. */
export const NOWHERE: VisitorPosition = { attended: false, pageHeight: null, dialogHeight: 0 };

export function locateVisitor(form: HTMLFormElement): VisitorPosition {
  const isAbove = form.getBoundingClientRect().bottom < 0;
  return {
    attended: isVisitorAt(form),
    pageHeight: isAbove ? document.documentElement.scrollHeight : null,
    dialogHeight: form.closest("dialog")?.offsetHeight ?? 0,
  };
}

/** Safari does not keep a reader's place when content above it becomes shorter. */
function keepPlace(pageHeight: number | null): void {
  if (pageHeight === null || CSS.supports("overflow-anchor", "auto")) return;
  scrollBy({ top: document.documentElement.scrollHeight - pageHeight, behavior: "instant" });
}

/**
 * Focus stays in the form when a visitor scrolls away. So in the page the focused element must also be in
 * sight, or the form in the middle of the window. Otherwise the toast alone reports the outcome.
 */
function isVisitorAt(form: HTMLFormElement): boolean {
  const dialog = form.closest("dialog");
  if (dialog) return dialog.open;
  const focused = document.activeElement;
  if (!focused || !form.contains(focused)) return false;
  const { top, bottom } = form.getBoundingClientRect();
  const middle = innerHeight / 2;
  return isInWindow(focused) || (top < middle && bottom > middle);
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Scrolls to the form's top, or further down to the focused element with its label and error. */
function focusNearTop(form: HTMLFormElement, element: HTMLElement | null): void {
  form.scrollIntoView({ behavior: "instant" });
  element?.focus({ preventScroll: true });
  (element?.closest(".field") ?? element)?.scrollIntoView({
    block: "nearest",
    behavior: "instant",
  });
}
