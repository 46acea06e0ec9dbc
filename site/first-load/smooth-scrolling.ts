/**
 * Waits for `load`, so that the browser jumps to the URL's fragment or to a restored position without animation. Tab
 * jumps, too, because Chromium does not follow an in-page link while it still scrolls smoothly to the focused link.
 */
export function scrollSmoothly(): void {
  const { dataset } = document.documentElement;
  const start = () =>
    requestAnimationFrame(() => {
      dataset["loaded"] = "";
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });

  addEventListener("keydown", ({ key }) => {
    if (key === "Tab") dataset["tabbing"] = "";
  });
  addEventListener("click", () => delete dataset["tabbing"], { capture: true });
}
