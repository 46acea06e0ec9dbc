/**
 * Calls on each opening and closing of a dialog, before it is painted. Not by its toggle event:
 * React never hears a hydrated dialog's, and not every browser sends one.
 */
export function onDialogToggle(dialog: HTMLDialogElement, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(dialog, { attributeFilter: ["open"] });
  return () => observer.disconnect();
}
