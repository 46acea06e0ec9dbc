import { MAIN_ACTION } from "../../attributes.ts";

/**
 * Gives an open dialog a history entry, so that Back closes the dialog, and Forward or a reload opens it again.
 * After the dialog has closed, the page is at the same scroll position.
 */
export function keepDialogsInHistory(): void {
  const early = openDialog();
  if (early) keepEarlyDialog(early);
  else showDialogOfEntry();
  const observer = new MutationObserver(() => setTimeout(update));
  for (const dialog of document.querySelectorAll("dialog")) {
    observer.observe(dialog, { attributeFilter: ["open"] });
  }
  update();
  addEventListener("popstate", handleTraversal);
}

/** True from closing a dialog until `popstate`, because going back is asynchronous. */
let isLeavingEntry = false;

/** URL of a link in a dialog whose history entry the browser is leaving. */
let linkToFollow: string | null = null;

/**
 * Closes the dialog, and follows one of its links from the history entry of the page, so that Back returns to the
 * scroll position at which the visitor opened the dialog. The next press of Tab continues from the link's target.
 */
export function leaveForLink(dialog: HTMLDialogElement, url: string): void {
  const hasEntry = dialogOfEntry() === dialog;
  dialog.close();
  // After closing, `update` goes back, and `handleTraversal` follows the link.
  if (hasEntry) linkToFollow = url;
  else location.href = url;
}

/** Keeps a dialog open that the visitor opened before this script ran, even if the history entry names another. */
function keepEarlyDialog(early: HTMLDialogElement): void {
  // The menu stays open below the dialog that its button opened.
  for (const dialog of document.querySelectorAll("dialog")) if (dialog !== early) dialog.close();
  if (hasFollowedLink(early)) leaveForLink(early, location.href);
}

/** A link to a part of the page changes the URL and takes the focus out of the dialog. */
function hasFollowedLink(dialog: HTMLDialogElement): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation?.name !== location.href && !dialog.contains(document.activeElement);
}

/**
 * Runs in a timeout, so that the dialog paints first. If one dialog replaces another, both changes need only one
 * update.
 */
function update(): void {
  const open = openDialog();
  // If a dialog opens before the browser has gone back, `handleTraversal` updates again afterwards.
  if (isLeavingEntry) return;
  const entry = dialogOfEntry();
  if (open === entry) return;
  if (!open) {
    isLeavingEntry = true;
    history.back();
    restoreLostFocus(entry);
  } else if (entry) {
    history.replaceState({ dialog: open.id }, "");
  } else {
    // Otherwise, a visitor who has scrolled on from a link's target would be back at the target after closing.
    history.scrollRestoration = "manual";
    history.pushState({ dialog: open.id }, "");
  }
}

/**
 * Focuses the dialog's main opener if the browser has returned focus to no element. Safari does not focus clicked
 * buttons, so the opener is unknown if it was clicked before this script ran. It is also unknown after a reload.
 */
function restoreLostFocus(closed: HTMLDialogElement | null): void {
  const focused = document.activeElement;
  // A field that disappears keeps the focus until the browser renders again.
  if (!closed || (focused !== document.body && !closed.contains(focused))) return;
  const opener = `[commandfor=${closed.id}]`;
  const main = document.querySelector<HTMLElement>(`[${MAIN_ACTION}]${opener}`);
  (main ?? document.querySelector<HTMLElement>(opener))?.focus({ preventScroll: true });
}

function handleTraversal(): void {
  if (!isLeavingEntry) showDialogOfEntry();
  isLeavingEntry = false;
  update();
  // Waits, because Chromium scrolls to the fragment only after this event.
  setTimeout(() => {
    const url = linkToFollow;
    linkToFollow = null;
    if (openDialog()) return;
    history.scrollRestoration = "auto";
    if (url !== null) location.href = url;
  });
}

/** Shows the dialog of the current history entry, if any, after Back, Forward or a reload. */
function showDialogOfEntry(): void {
  const entry = dialogOfEntry();
  const open = openDialog();
  if (open === entry) return;
  open?.close();
  if (entry) entry.showModal();
  else restoreLostFocus(open);
}

/** Returns the topmost open dialog. A dialog only opens dialogs that come after it in the document. */
function openDialog(): HTMLDialogElement | null {
  return [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1) ?? null;
}

function dialogOfEntry(): HTMLDialogElement | null {
  const { dialog = "none" } = (history.state ?? {}) as { dialog?: string };
  return document.querySelector<HTMLDialogElement>(`dialog#${dialog}`);
}
