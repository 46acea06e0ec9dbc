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

/** True from closing a dialog until `popstate`, because going back is asynchronous. */
let isLeavingEntry = false;

/** Gets focus when the dialog closes, because Safari does not focus clicked buttons. */
let opener: HTMLElement | undefined;

/** Call when a button opens a dialog. */
export function setOpener(button: HTMLElement): void {
  // A button inside a dialog disappears when the dialog closes, so focus cannot return to the button.
  if (!button.closest("dialog")) opener = button;
}

/**
 * Follows a link in a dialog. The link's target replaces the dialog's history entry, and the next press of Tab
 * continues from the target.
 */
export function leaveForLink(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.close();
  opener = undefined;
  isLeavingEntry = false;
  history.replaceState(null, "");
  location.replace(link.href);
}

/**
 * Runs in a timeout, so that the dialog paints first. If one dialog replaces another, both changes need only one
 * update.
 */
function update(): void {
  const open = openDialog();
  if (!open) returnFocus();
  // If a dialog opens before the browser has gone back, `handleTraversal` updates again afterwards.
  if (isLeavingEntry) return;
  const entry = dialogOfEntry();
  if (open === entry) return;
  if (!open) {
    isLeavingEntry = true;
    history.back();
  } else if (entry) {
    history.replaceState({ dialog: open.id }, "");
  } else {
    // Otherwise, going back would scroll to the fragment of the previous entry.
    history.scrollRestoration = "manual";
    history.pushState({ dialog: open.id }, "");
  }
}

/** Returns focus when the dialog closes. By the time that the browser has gone back, focus may be in a field. */
function returnFocus(): void {
  opener?.focus({ preventScroll: true });
  opener = undefined;
}

function handleTraversal(): void {
  if (!isLeavingEntry) showDialogOfEntry();
  isLeavingEntry = false;
  update();
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
