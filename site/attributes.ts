/** Attributes through which components, stylesheets and scripts of several folders communicate. */

export const EFFECT = "data-effect";

/** The entry script calls `start` for each element to which a component attaches the effect. */
export type Effect = { name: string; start: (element: HTMLElement) => void };

/** The effect must be in a file named `*.effect.ts`, and in the list of the entry script, `site/first-load/main.ts`. */
export function attach({ name }: Effect): object {
  return { [EFFECT]: name };
}

/** Written by `reveal`. The value is `waiting` or `shown`. */
export const REVEAL = "data-reveal";

/** Set on the root element after `load`. */
export const LOADED = "data-loaded";

/** Set on the page's main call to action. While it is in view, the header's own is only outlined. */
export const MAIN_ACTION = "data-main-action";

/** Set on a dialog. A click outside the dialog closes it. */
export const CLOSE_OUTSIDE = "data-close-outside";

/** Set on a dialog. The value is a media query. When it starts to match, the dialog closes. */
export const CLOSE_WHEN = "data-close-when";

/** Set on an element that React hydrates. The value is the island's name. */
export const ISLAND = "data-island";

export type FormId = "inline-form" | "dialog-form";

export type IslandName = FormId | "demonstration";

/** Set on links and buttons that lead to an island, so that the island's script loads early. */
export const LOADS = "data-loads";

export function loads(island: IslandName): object {
  return { [LOADS]: island };
}

/** Set on the page that our server sends for a stored request. */
export const STORED = "data-stored";

/** Marks the notice that the form needs JavaScript. Only static hosts show it. */
export const SCRIPT_NOTICE = "data-script-notice";
