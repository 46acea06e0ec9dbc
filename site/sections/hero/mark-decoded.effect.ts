export function markDecoded(element: HTMLElement): void {
  const mark = () => element.toggleAttribute("data-decoded", true);
  element
    .querySelector("img")
    ?.decode()
    .then(mark, () => {});
}
