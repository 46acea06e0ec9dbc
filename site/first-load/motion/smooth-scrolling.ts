/**
 * Marks the page `data-loaded`: from then on it scrolls smoothly. Until then the browser is where the
 * address's anchor is, or where the page was left, at once.
 */
export function scrollSmoothly(): void {
  const start = () =>
    requestAnimationFrame(() => {
      document.documentElement.dataset["loaded"] = "";
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
