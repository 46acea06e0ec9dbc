/** Sets `--index` on each list item by script, because the content security policy forbids style attributes. */
export function setIndex(list: HTMLElement): void {
  for (const [index, item] of [...list.children].entries()) {
    (item as HTMLElement).style.setProperty("--index", String(index));
  }
}
