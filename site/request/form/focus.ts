import type { Problem } from "../../../domain/data-requirement.ts";

/** Focuses an element and scrolls it into view together with its label above and its message below. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Focuses the only invalid field, or the summary of several. Scrolls from the form's top until it is in view. */
export function focusProblems(form: HTMLFormElement, problems: Problem[]): void {
  const element =
    problems.length > 1
      ? form.querySelector<HTMLElement>("[data-error-summary]")
      : document.getElementById(`${form.id}-${problems[0]?.field}`);
  form.scrollIntoView({ behavior: "instant" });
  element?.focus({ preventScroll: true });
  (element?.closest("[data-field]") ?? element)?.scrollIntoView({
    block: "nearest",
    behavior: "instant",
  });
}

/**
 * Moves focus to the form's status if it is in no usable control: a control that is disabled loses it to the page, and
 * WebKit does not focus a button that is clicked.
 */
export function keepFocus(form: HTMLFormElement): void {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.matches(":disabled")) return;
  form.querySelector<HTMLElement>("[role=status]")?.focus({ preventScroll: true });
}

/** Focuses the outcome and scrolls until it is in view. A visitor who has gone on to something else stays there. */
export function focusOutcome(form: HTMLFormElement, hadFocus: boolean): void {
  if (!hadFocus) return;
  const outcome = form.querySelector<HTMLElement>("[data-outcome]");
  outcome?.focus({ preventScroll: true });
  const { top, bottom } = form.getBoundingClientRect();
  if (top > innerHeight || bottom < 0) return;
  outcome?.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Whether focus is in the form or lost; a click on a disabled button moves it to what is around the form. */
export function hasFocus(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === null || form.contains(focused) || focused.contains(form);
}
