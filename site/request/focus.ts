import type { Problem } from "../../domain/data-requirement.ts";

/** Focuses an element and scrolls it into view together with its label above and its message below. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Scrolls to the form's top, or further down to the summary, or to the only invalid field with its error. */
export function focusProblems(form: HTMLFormElement, [first, ...others]: Problem[]): void {
  const element =
    others.length > 0
      ? form.querySelector<HTMLElement>(".error-summary")
      : document.getElementById(`${form.id}-${first?.field}`);
  form.scrollIntoView({ behavior: "instant" });
  element?.focus({ preventScroll: true });
  (element?.closest(".field") ?? element)?.scrollIntoView({
    block: "nearest",
    behavior: "instant",
  });
}

/** A disabled control loses focus to the page, and WebKit does not focus a button that is clicked. */
export function keepFocus(form: HTMLFormElement): void {
  const focused = document.activeElement;
  if (focused !== document.body && !focused?.matches(":disabled")) return;
  form.querySelector<HTMLElement>("[role=status]")?.focus({ preventScroll: true });
}

/** Scrolls no further than to show the outcome. A visitor who has gone on to something else stays there. */
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
