/** Attributes through which components, stylesheets and scripts of several folders communicate. */

export const EFFECTS = "data-effects";

/** A script of a component, exported from a file `*.effect.ts`. Exports of different effects need different names. */
export type Effect = (element: HTMLElement) => void;

/** Attaches effects to an element: `<section {...attach({ tilt })}>`. The entry script finds them by their names. */
export function attach(effects: Record<string, Effect>): object {
  return { [EFFECTS]: Object.keys(effects).join(" ") };
}

/** Written by `reveal`. The value is `waiting` or `shown`. */
export const REVEAL = "data-reveal";

/** Set on the root element after `load`. */
export const LOADED = "data-loaded";

/** Set on the page's main call to action. While it is in view, the header's own is only outlined. */
export const MAIN_ACTION = "data-main-action";

/** Set on the dialog whose input would be lost if Back left the page. */
export const CLOSED_BY_BACK = "data-closed-by-back";

/** Set on an element that React hydrates. The value is the island's name. */
export const ISLAND = "data-island";

/** The two forms are islands with these names. */
export type FormId = "inline-form" | "dialog-form";

/** Set on links and buttons that lead to a form, so that the form's script loads early. */
export const LOADS = "data-loads";

export function loads(form: FormId): object {
  return { [LOADS]: form };
}

/** Set on the page that our server sends for a stored request. */
export const STORED = "data-stored";

/** Marks the notice that the form needs JavaScript. Only static hosts show it. */
export const SCRIPT_NOTICE = "data-script-notice";
