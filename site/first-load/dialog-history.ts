/**
 * Gives an open dialog a history entry. Back closes the dialog without scrolling the page; Forward and a
 * reload open it again. When the dialog closes in any other way, its entry is removed.
 */
export function closeByBack(dialog: HTMLDialogElement): void {
  let leaving = false;
  const isOnEntry = () => (history.state as { dialog?: string } | null)?.dialog === dialog.id;
  const update = () => {
    // Going back is asynchronous; the dialog may be opened again in the meantime.
    if (leaving || dialog.open === isOnEntry()) return;
    if (dialog.open) {
      history.pushState({ dialog: dialog.id }, "");
    } else {
      leaving = true;
      history.back();
    }
  };

  if (isOnEntry() && !dialog.open) dialog.showModal();
  update();
  // Later, so that it does not keep the dialog from being painted.
  new MutationObserver(() => setTimeout(update)).observe(dialog, { attributeFilter: ["open"] });
  addEventListener("popstate", () => {
    if (leaving) {
      leaving = false;
      update();
    } else if (!isOnEntry()) {
      dialog.close();
    } else if (!dialog.open) {
      dialog.showModal();
    }
  });
}
