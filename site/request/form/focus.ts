import { useLayoutEffect, useRef, type RefObject } from "react";

import type { SubmitState } from "../submission/form-state.ts";

/** Focuses an element and scrolls it into view together with its label above and its message below. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Moves focus to what has to be corrected, keeps it in the form during a submit, then moves it to the outcome. */
export function useFocusAfterSubmit(
  form: RefObject<HTMLFormElement | null>,
  state: SubmitState,
): void {
  const previous = useRef(state.kind);
  useLayoutEffect(() => {
    if (form.current) moveFocus(form.current, state, previous.current);
    previous.current = state.kind;
  }, [form, state]);
}

function moveFocus(form: HTMLFormElement, state: SubmitState, previous: SubmitState["kind"]): void {
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
    case "sent":
      // After a reload the confirmation is there from the start.
      if (previous === "submitting") focusOutcome(form);
  }
}

function isFocusLost(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused === form.querySelector(":disabled");
}

/** Scrolls no further than to show it with the button. A visitor who has gone on to something else stays there. */
function focusOutcome(form: HTMLFormElement): void {
  const focused = document.activeElement;
  // A click on the disabled button moves focus to what is around the form.
  if (!form.contains(focused) && !focused?.contains(form)) return;
  const outcome = form.querySelector<HTMLElement>("[data-outcome]");
  outcome?.focus({ preventScroll: true });
  const { top, bottom } = form.getBoundingClientRect();
  if (top > innerHeight || bottom < 0) return;
  outcome?.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
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
