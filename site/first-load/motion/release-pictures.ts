/**
 * `index.html` marks the document `data-still` until the first sign of scrolling, before a picture is
 * laid out; a window so tall that a lazy one is in sight needs it at once.
 */
export function releasePicturesInSight(): void {
  const first = document.querySelector("img[loading=lazy]")?.parentElement;
  if (first && first.getBoundingClientRect().top < innerHeight) {
    delete document.documentElement.dataset["still"];
  }
}
