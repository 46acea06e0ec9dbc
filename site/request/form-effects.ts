import { useLayoutEffect, type RefObject } from "react";

import { readForm } from "../../domain/data-requirement.ts";
import type { FormId } from "../attributes.ts";
import { fillForm } from "./form/form-values.ts";
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

/** Dismisses the dialog's confirmation when the dialog closes. */
export function useDismissOnClose(id: FormId, form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const dialog = form.current?.closest("dialog");
    const dismiss = () => dispatch({ type: "dismiss", formId: id });
    dialog?.addEventListener("close", dismiss);
    return () => dialog?.removeEventListener("close", dismiss);
  }, [id, form]);
}
