const RESIZING = { id: "resizing", duration: 270, easing: "ease" };

/**
 * Lets the dialog around a form grow or shrink from a height, in pixels, to that of its new content, such as
 * the receipt. Not by CSS: few browsers can animate to a height that depends on the content.
 */
export function resizeDialog(form: HTMLFormElement, from: number): void {
  const dialog = form.closest("dialog");
  if (!dialog?.open || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const animation of dialog.getAnimations()) {
    if (animation.id === RESIZING.id) animation.cancel();
  }
  const to = dialog.offsetHeight;
  if (from === 0 || to === from) return;
  dialog.animate({ height: [`${from}px`, `${to}px`] }, RESIZING);
}
