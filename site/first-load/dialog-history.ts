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

/**
 * `entry` is there while a dialog is open, and `leaving` until its entry is gone: going back is asynchronous. The opener
 * gets the focus afterwards, since Safari does not focus a button that is clicked.
 */
type State =
  | { kind: "no-entry"; opener?: undefined }
  | { kind: "entry" | "leaving"; opener: HTMLElement | undefined };

let state: State = { kind: "no-entry" };

/** Called when a button opens a dialog. */
export function setOpener(button: HTMLElement): void {
  // A control in a dialog disappears with it.
  if (button.closest("dialog")) return;
  state = { kind: state.kind === "leaving" ? "leaving" : "entry", opener: button };
}

/** Follows a link in a dialog: its target takes the place of the dialog's entry, and of the focus. */
export function leaveForLink(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.close();
  state = { kind: "no-entry" };
  history.replaceState(null, "");
  location.replace(link.href);
}

/** Called later than a dialog opens or closes: it must not keep the dialog from being painted, and one may replace another. */
function update(): void {
  // Going back is asynchronous; a dialog may be opened in the meantime.
  if (state.kind === "leaving") return;
  const open = openDialog();
  const entry = dialogOfEntry();
  if (open === entry) return;
  if (!open) {
    state = { kind: "leaving", opener: state.opener };
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
  const { opener } = state;
  if (state.kind !== "leaving") showDialogOfEntry();
  state = openDialog() ? { kind: "entry", opener } : { kind: "no-entry" };
  update();
  if (openDialog()) return;
  opener?.focus({ preventScroll: true });
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
  const { dialog = "none" } = (history.state ?? {}) as { dialog?: string };
  return document.querySelector<HTMLDialogElement>(`dialog#${dialog}`);
}
