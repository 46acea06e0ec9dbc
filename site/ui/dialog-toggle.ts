/**
 * Calls the listener whenever a dialog opens or closes, before it is painted. It does not use
 * the toggle event, which React does not receive from a hydrated dialog and not every browser sends.
 */
export function onDialogToggle(dialog: HTMLDialogElement, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(dialog, { attributeFilter: ["open"] });
  return () => observer.disconnect();
}
