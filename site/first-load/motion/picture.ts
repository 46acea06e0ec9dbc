/**
 * Sets `data-picture` on the element: `late` while the picture in it is being fetched, `shown` once it can
 * be drawn. A picture that fails has neither, so that its alternative text is seen.
 */
export function picture(element: HTMLElement): void {
  const image = element.querySelector("img");
  if (!image) return;
  const show = () => (element.dataset["picture"] = "shown");
  if (!image.complete) element.dataset["picture"] = "late";
  image.addEventListener("load", show);
  image.decode().then(show, () => delete element.dataset["picture"]);
}
