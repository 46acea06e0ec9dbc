import { LOADED } from "../attributes.ts";

const TABBING = "data-tabbing";

/**
 * Waits for `load`, so that the browser jumps to the URL's fragment or to a restored position without animation. Until
 * then, only links under the pointer scroll smoothly, by a rule in `base.css`. Tab jumps, too, because Chromium does not
 * follow an in-page link while it still scrolls smoothly to the focused link.
 */
export function scrollSmoothly(): void {
  const root = document.documentElement;
  const start = () =>
    requestAnimationFrame(() => {
      root.toggleAttribute(LOADED, true);
    });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });

  addEventListener("keydown", ({ key }) => {
    if (key === "Tab") root.toggleAttribute(TABBING, true);
  });
  addEventListener("click", () => root.removeAttribute(TABBING), { capture: true });
}
