/** Events that come before or with a scroll. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "scroll"];

/**
 * Keeps the lazy pictures out of the first load, until the first sign of scrolling: browsers fetch
 * those within 1,250 px of the window. `ui/Picture.css` clips them while the document is marked
 * `data-still`. Not where one is in the window already.
 */
export function holdPictures(): void {
  const first = document.querySelector("img[loading=lazy]");
  if (!first || first.getBoundingClientRect().top < innerHeight) return;
  const root = document.documentElement;
  root.dataset["still"] = "";
  const release = () => delete root.dataset["still"];
  for (const event of SIGNS) addEventListener(event, release, { passive: true, once: true });
}
