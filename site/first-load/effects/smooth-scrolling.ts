/** Waits for `load`, so that the browser jumps to the URL's fragment or to a restored position without animation. */
export function scrollSmoothly(): void {
  const start = () =>
    requestAnimationFrame(() => {
      document.documentElement.dataset["loaded"] = "";
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
