/**
 * Once loaded: before, the browser jumps to the URL's anchor or restores the scroll position without an animation.
 */
export function scrollSmoothly(): void {
  const start = () =>
    requestAnimationFrame(() => {
      document.documentElement.dataset["loaded"] = "";
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
