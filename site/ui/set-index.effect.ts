import type { Effect } from "../attributes.ts";

/** Sets `--index` on each list item by script, because the content security policy forbids style attributes. */
export const setIndex: Effect = {
  name: "index",
  start: (list) => {
    for (const [index, item] of [...list.children].entries()) {
      (item as HTMLElement).style.setProperty("--index", String(index));
    }
  },
};
