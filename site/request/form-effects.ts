import { useLayoutEffect, useRef, type RefObject } from "react";

import { readForm } from "../../domain/data-requirement.ts";
import { FIELDS } from "../../domain/fields.ts";
import type { FormName } from "../attributes.ts";
import {
  focusBelow,
  focusOn,
  hasFocus,
  restoreLostFocus,
  scrollOffset,
  scrollPageBy,
} from "./form/focus.ts";
import { fillForm } from "./form/form-values.ts";
import type { FormStatus } from "./state/request-state.ts";
import { dispatch, getState, subscribe, useRequest } from "./state/store.ts";
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
    return stop;
  }, [form]);

  const isStored = useRequest(({ status }) => status.kind === "stored");
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

/**
 * Moves focus when the status changes. After a failed or a stored request, focus outside the form stays where the
 * visitor put it, and the page scrolls only if part of the form was in view.
 */
export function useFocus(id: FormName, status: FormStatus, elements: FormElements): void {
  const { form, summary, progress, outcome } = elements;
  const before = useRef(status);
  const boxBefore = useBoxBeforeStatus(form);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = status;
    // The first render of `status` is hydration. A closed dialog's form has no box.
    if (status === previous || !form.current?.getClientRects().length) return;
    const { top, bottom } = boxBefore.current ?? form.current.getBoundingClientRect();
    const isAbove = bottom <= scrollOffset();
    const isInView = !isAbove && top < innerHeight;
    // The form above the view changed its height. Keeps the view in place in browsers without scroll anchoring.
    if (isAbove) scrollPageBy(form.current.getBoundingClientRect().bottom - bottom);
    if (status.kind === "invalid") {
      const [problem] = status.problems;
      const field = document.getElementById(`${id}-${problem?.field}`);
      if (summary.current) focusBelow(form.current, summary.current);
      else focusOn(field);
    } else if (status.kind === "submitting") {
      restoreLostFocus(progress.current);
    } else if (status.kind === "failed" || status.kind === "stored") {
      if (!outcome.current || !hasFocus(form.current)) return;
      outcome.current.focus({ preventScroll: true });
      if (!isInView) return;
      // Scrolls to the notice's parent, because it also contains the submit button below the notice.
      const end = status.kind === "failed" ? outcome.current.parentElement : null;
      if (end) end.scrollIntoView({ block: "nearest", behavior: "instant" });
      else form.current.scrollIntoView({ behavior: "instant" });
    } else if (previous.kind === "stored") {
      const firstField = document.getElementById(`${id}-${FIELDS[0]}`);
      focusBelow(form.current, firstField);
    }
  }, [id, status, form, summary, progress, outcome, boxBefore]);
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
