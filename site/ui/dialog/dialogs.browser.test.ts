import { expect, test } from "vitest";

import { connectDialogs } from "./dialogs.ts";

test("a link in a dialog that is opened in another tab leaves the dialog open", () => {
  document.body.innerHTML = `<dialog id="menu"><a href="#top">Home</a></dialog>`;
  const dialog = document.querySelector("dialog");
  const link = document.querySelector("a");
  dialog?.showModal();
  connectDialogs();
  // Keeps the browser from opening a tab.
  const stay = (event: Event) => event.preventDefault();
  addEventListener("click", stay);
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
    link?.dispatchEvent(
      new PointerEvent("click", { bubbles: true, cancelable: true, [key]: true }),
    );
  }
  removeEventListener("click", stay);
  expect(dialog?.open).toBe(true);
});
