/**
 * Calls the listener whenever a dialog opens or closes, before it is painted. Not by its toggle
 * event: React does not receive that of a hydrated dialog, and not every browser sends it.
 */
export function onDialogToggle(dialog: HTMLDialogElement, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(dialog, { attributeFilter: ["open"] });
  return () => observer.disconnect();
}
