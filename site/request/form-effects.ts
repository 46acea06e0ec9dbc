import { useLayoutEffect, type RefObject } from "react";

import { readForm } from "../../domain/data-requirement.ts";
import type { FormId } from "../attributes.ts";
import { fillForm } from "./form/form-values.ts";
import { dispatch, getState, restore, subscribe } from "./state/store.ts";

/** Synchronizes both forms with the draft, even a form that is not hydrated yet. */
export function useDraft(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    // The browser may have filled in the form before hydration.
    restore(readForm(new FormData(element)));
    fillForm(element, getState().draft);
    return subscribe(() => {
      for (const each of document.forms) fillForm(each, getState().draft);
    });
  }, [form]);
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
