/**
 * What native dialogs lack: closing by a link inside and by a window grown wide, and, where a
 * browser does not have them yet, invoker commands and light dismissal.
 */
export function connectDialogs(): void {
  const hasInvokers = "commandForElement" in HTMLButtonElement.prototype;
  const hasClosedBy = "closedBy" in HTMLDialogElement.prototype;

  document.addEventListener("click", ({ target, defaultPrevented }) => {
    if (!(target instanceof Element) || defaultPrevented) return;
    if (!hasInvokers) obeyCommand(target.closest<HTMLButtonElement>("button[commandfor]"));
    // Closed before the browser follows the link: a locked page would not scroll.
    target.closest("a[href^='#']")?.closest("dialog")?.close();
  });

  for (const dialog of document.querySelectorAll("dialog")) {
    if (!hasClosedBy && dialog.getAttribute("closedby") === "any") dismissLightly(dialog);
    const { closeWhen } = dialog.dataset;
    if (closeWhen) {
      matchMedia(closeWhen).addEventListener("change", ({ matches }) => matches && dialog.close());
    }
  }
}

function obeyCommand(button: HTMLButtonElement | null): void {
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button?.getAttribute("command") === "show-modal") dialog.showModal();
  else dialog.close();
}

function dismissLightly(dialog: HTMLDialogElement): void {
  let pressedOutside = false;
  dialog.addEventListener("pointerdown", (event) => {
    pressedOutside = isOutside(dialog, event);
  });
  // A text selection that ends outside is no wish to leave: press and release must both be there.
  dialog.addEventListener("click", (event) => {
    if (pressedOutside && isOutside(dialog, event)) dialog.close();
  });
}

function isOutside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inBox = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !inBox;
}
