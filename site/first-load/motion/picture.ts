/** Marks the element `data-picture` once the picture in it can be drawn. */
export function picture(element: HTMLElement): void {
  const show = () => element.toggleAttribute("data-picture", true);
  element
    .querySelector("img")
    ?.decode()
    .then(show, () => {});
}
