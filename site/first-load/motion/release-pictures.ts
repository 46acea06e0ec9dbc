/**
 * `index.html` marks the document `data-still`, which holds back lazy pictures until the visitor starts
 * to scroll. In a window tall enough to show one of them, the mark is removed at once.
 */
export function releasePicturesInSight(): void {
  const first = document.querySelector("img[loading=lazy]")?.parentElement;
  if (first && first.getBoundingClientRect().top < innerHeight) {
    delete document.documentElement.dataset["still"];
  }
}
