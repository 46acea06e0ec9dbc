/**
 * Gives an open dialog a history entry, so that Back closes it; Forward and a reload open it again. However it
 * closes, the page stays where it is, and the control that opened it has focus.
 */
export function keepDialogsInHistory(): void {
  showDialogOfEntry();
  const observer = new MutationObserver(() => setTimeout(update));
  for (const dialog of document.querySelectorAll("dialog")) {
    observer.observe(dialog, { attributeFilter: ["open"] });
  }
  update();
  addEventListener("popstate", handleTraversal);
}

let opener: HTMLElement | undefined;

/** Remembers what to focus when the dialog closes: Safari does not focus a button that is clicked. */
export function rememberOpener(button: HTMLElement): void {
  // A control in a dialog disappears with it.
  if (!button.closest("dialog")) opener = button;
}

/** Follows a link in a dialog: its target takes the place of the dialog's entry, and of the focus. */
export function leaveForLink(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.close();
  opener = undefined;
  history.replaceState(null, "");
  location.replace(link.href);
}

let isLeaving = false;

/** Called later than a dialog opens or closes: it must not keep the dialog from being painted, and one may replace another. */
function update(): void {
  // Going back is asynchronous; a dialog may be opened in the meantime.
  if (isLeaving) return;
  const open = openDialog();
  const entry = dialogOfEntry();
  if (open === entry) return;
  if (!open) {
    isLeaving = true;
    history.back();
  } else if (entry) {
    history.replaceState({ dialog: open.id }, "");
  } else {
    // The browser would scroll to the fragment of the entry below once that comes back.
    history.scrollRestoration = "manual";
    history.pushState({ dialog: open.id }, "");
  }
}

function handleTraversal(): void {
  if (!isLeaving) showDialogOfEntry();
  isLeaving = false;
  update();
  if (openDialog()) return;
  opener?.focus({ preventScroll: true });
  opener = undefined;
  // Chromium scrolls to the fragment after this event.
  setTimeout(() => {
    if (!openDialog()) history.scrollRestoration = "auto";
  });
}

/** After the visitor's own Back or Forward. */
function showDialogOfEntry(): void {
  const entry = dialogOfEntry();
  const open = openDialog();
  if (open === entry) return;
  open?.close();
  entry?.showModal();
}

function openDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>("dialog[open]");
}

function dialogOfEntry(): HTMLDialogElement | null {
  const state = history.state as { dialog?: string } | null;
  return document.querySelector<HTMLDialogElement>(`dialog#${state?.dialog ?? "none"}`);
}
