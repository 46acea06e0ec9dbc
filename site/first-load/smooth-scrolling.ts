import { LOADED } from "../attributes.ts";

const TABBING = "data-tabbing";

/**
 * Turns on smooth scrolling at `load`, because the browser must jump to the URL's fragment or to a restored position.
 * Until `load`, a rule in `base.css` turns it on for clicked links. Tab turns it off until the next click, because
 * Chromium does not follow an in-page link while it still scrolls smoothly to that link.
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
