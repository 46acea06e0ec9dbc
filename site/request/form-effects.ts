import { useLayoutEffect, useRef, type RefObject } from "react";

import { readForm } from "../../domain/data-requirement.ts";
import { FIELDS } from "../../domain/fields.ts";
import type { FormName } from "../attributes.ts";
import {
  focusBelow,
  focusOn,
  focusOutcome,
  keepViewInPlace,
  restoreLostFocus,
} from "./form/focus.ts";
import { fillForm } from "./form/form-values.ts";
import type { FormStatus } from "./state/forms-state.ts";
import { dispatch, getState, subscribe, useFormsState } from "./state/store.ts";
import { loadFromTab } from "./state/tab-storage.ts";

/** Synchronizes both forms with the draft. */
export function useDraft(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const fill = () => fillForm(element, getState().draft);
    const stop = subscribe(fill);
    // The visitor or the browser may have filled in the form before hydration.
    const draft = readForm(new FormData(element));
    dispatch({ type: "restore", kept: loadFromTab(), draft });
    fill();
    // Firefox restores a disabled button after a reload, and hydration does not correct it.
    const button = element.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button) button.disabled = false;
    return stop;
  }, [form]);

  const isStored = useFormsState(({ status }) => status.kind === "stored");
  useLayoutEffect(() => {
    if (isStored) form.current?.reset();
  }, [form, isStored]);
}

/** Elements that `useFocus` focuses or scrolls to. */
export type FormElements = {
  form: RefObject<HTMLFormElement | null>;
  summary: RefObject<HTMLDivElement | null>;
  progress: RefObject<HTMLParagraphElement | null>;
  outcome: RefObject<HTMLDivElement | null>;
};

/** Moves focus, and the scroll position, after the form's status has changed. */
export function useFocus(id: FormName, status: FormStatus, elements: FormElements): void {
  const { form, summary, progress, outcome } = elements;
  useStatusChange(form, status, (element, previous, boxBefore) => {
    keepViewInPlace(element, boxBefore);
    switch (status.kind) {
      case "invalid": {
        const [problem] = status.problems;
        if (summary.current) focusBelow(element, summary.current);
        else focusOn(document.getElementById(`${id}-${problem?.field}`));
        return;
      }
      case "submitting":
        restoreLostFocus(progress.current);
        return;
      case "failed":
        // The notice's parent also contains the button below the notice.
        focusOutcome(element, outcome.current, { end: outcome.current?.parentElement, boxBefore });
        return;
      case "stored":
        focusOutcome(element, outcome.current, { boxBefore });
        return;
      case "editing":
        if (previous.kind !== "stored") return;
        focusBelow(element, document.getElementById(`${id}-${FIELDS[0]}`));
    }
  });
}

/**
 * Calls `handle` after the form has rendered another status. Ignores hydration, which renders a status for the first
 * time, and forms that are hidden. `boxBefore` is the form's box before the change.
 */
function useStatusChange(
  form: FormElements["form"],
  status: FormStatus,
  handle: (element: HTMLFormElement, previous: FormStatus, boxBefore: DOMRect) => void,
): void {
  const rendered = useRef(status);
  const boxBefore = useBoxBeforeStatus(form);
  // Runs after every render, because `handle` is a new function each time; the comparison below finds the change.
  useLayoutEffect(() => {
    const previous = rendered.current;
    rendered.current = status;
    const element = form.current;
    if (status === previous || !element?.getClientRects().length) return;
    handle(element, previous, boxBefore.current ?? element.getBoundingClientRect());
  });
}

/** The form's box before the current status was rendered. */
function useBoxBeforeStatus(form: FormElements["form"]): RefObject<DOMRect | null> {
  const box = useRef<DOMRect>(null);
  useLayoutEffect(() => {
    let { status } = getState();
    return subscribe(() => {
      if (status === getState().status) return;
      ({ status } = getState());
      box.current = form.current?.getBoundingClientRect() ?? null;
    });
  }, [form]);
  return box;
}

/** Dismisses the dialog's confirmation when the dialog closes. */
export function useDismissOnClose(id: FormName, form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const dialog = form.current?.closest("dialog");
    const dismiss = () => dispatch({ type: "dismiss", form: id });
    dialog?.addEventListener("close", dismiss);
    return () => dialog?.removeEventListener("close", dismiss);
  }, [id, form]);
}
