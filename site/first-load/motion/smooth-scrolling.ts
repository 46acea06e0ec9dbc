/** Waits for `load`, so that the URL's anchor and a restored scroll position are reached without an animation. */
export function scrollSmoothly(): void {
  const start = () =>
    requestAnimationFrame(() => {
      document.documentElement.dataset["loaded"] = "";
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
