/**
 * Gives an open dialog a history entry: Back closes it, Forward and reload open it again. After closing, the page keeps
 * its scroll position, and focus returns to the opener.
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
 * `entry`: a dialog is open. `leaving`: closed, until its entry is gone, because going back is asynchronous. Stores the
 * opener because Safari does not focus clicked buttons.
 */
type State =
  | { kind: "no-entry"; opener?: undefined }
  | { kind: "entry" | "leaving"; opener: HTMLElement | undefined };

let state: State = { kind: "no-entry" };

/** Call when a button opens a dialog. */
export function setOpener(button: HTMLElement): void {
  // A control inside a dialog disappears with it.
  if (button.closest("dialog")) return;
  state = { kind: state.kind === "leaving" ? "leaving" : "entry", opener: button };
}

/** Follows a link in a dialog: replaces the dialog's entry with the link's target, which gets focus. */
export function leaveForLink(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.close();
  state = { kind: "no-entry" };
  history.replaceState(null, "");
  location.replace(link.href);
}

/** Deferred: must not block the dialog's paint; replacing one dialog by another is one update. */
function update(): void {
  // A dialog may open before the browser has gone back.
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
    // Otherwise the browser would scroll to the previous entry's fragment.
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
  // Chromium scrolls to the fragment only after this event.
  setTimeout(() => {
    if (!openDialog()) history.scrollRestoration = "auto";
  });
}

/** After Back or Forward. */
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
