import { useEffect, type RefObject } from "react";

import { onDialogToggle } from "../../ui/dialog-toggle.ts";

/** Marks the document's title while a visible form has errors. */
export function useErrorTitle(form: RefObject<HTMLFormElement | null>, hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const dialog = form.current?.closest("dialog");
    const update = () => markTitle(dialog?.open ?? true);
    update();
    const stop = dialog && onDialogToggle(dialog, update);
    return () => {
      stop?.();
      markTitle(false);
    };
  }, [form, hasErrors]);
}

const ERROR_TITLE = "Error: ";

function markTitle(hasErrors: boolean): void {
  const title = document.title.replace(ERROR_TITLE, "");
  document.title = hasErrors ? ERROR_TITLE + title : title;
}
