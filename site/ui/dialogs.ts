/** Links into the page, and buttons that open a dialog. */
const LEADING_OUT = "a[href^='#'], button[command='show-modal']";

/**
 * What native dialogs lack: closing by what leads out of them and by a window grown wide, and, where
 * a browser does not have them yet, invoker commands and light dismissal.
 */
export function connectDialogs(): void {
  const hasInvokers = "commandForElement" in HTMLButtonElement.prototype;
  const hasClosedBy = "closedBy" in HTMLDialogElement.prototype;

  document.addEventListener("click", ({ target, defaultPrevented }) => {
    if (!(target instanceof Element) || defaultPrevented) return;
    // Closed before the browser follows the link: a locked page would not scroll. And before another
    // dialog opens: focus then comes back to what opened this one.
    target.closest(LEADING_OUT)?.closest("dialog")?.close();
    if (!hasInvokers) obeyCommand(target.closest<HTMLButtonElement>("button[commandfor]"));
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
