/** Sets `--index` on each item of a list. Markup cannot: the content security policy drops style attributes. */
export function setIndex(list: HTMLElement): void {
  for (const [index, item] of [...list.children].entries()) {
    (item as HTMLElement).style.setProperty("--index", String(index));
  }
}
