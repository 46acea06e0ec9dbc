/**
 * Gives an open dialog a history entry, so that Back closes the dialog, and Forward or a reload opens it again.
 * After the dialog has closed, the page is at the same scroll position, and focus returns to the opener.
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
 * `entry` means that a dialog is open. `leaving` means that the dialog has closed but the browser has not left its
 * entry yet, because going back is asynchronous. `opener` gets focus on closing: Safari does not focus clicked buttons.
 */
type State =
  | { kind: "no-entry"; opener?: undefined }
  | { kind: "entry" | "leaving"; opener: HTMLElement | undefined };

let state: State = { kind: "no-entry" };

/** Call when a button opens a dialog. */
export function setOpener(button: HTMLElement): void {
  // A button inside a dialog disappears when the dialog closes, so focus cannot return to the button.
  if (button.closest("dialog")) return;
  state = { kind: state.kind === "leaving" ? "leaving" : "entry", opener: button };
}

/** Follows a link in a dialog. The link's target replaces the dialog's history entry and gets focus. */
export function leaveForLink(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.close();
  state = { kind: "no-entry" };
  history.replaceState(null, "");
  location.replace(link.href);
}

/**
 * Runs in a timeout, so that the dialog paints first. If one dialog replaces another, both changes need only one
 * update.
 */
function update(): void {
  // If a dialog opens before the browser has gone back, `handleTraversal` updates again afterwards.
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
    // Otherwise, going back would scroll to the fragment of the previous entry.
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
  // Waits, because Chromium scrolls to the fragment only after this event.
  setTimeout(() => {
    if (!openDialog()) history.scrollRestoration = "auto";
  });
}

/** Shows the dialog of the current history entry, if any, after Back, Forward or a reload. */
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
