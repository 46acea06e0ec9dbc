/** Attributes that the page sets for its scripts. */

export const MOTION = "data-motion";

export type Effect =
  | "animation"
  | "bar"
  | "decoded"
  | "indexed"
  | "parallax"
  | "reveal"
  | "stack"
  | "tilt";

export function motion(effect: Effect): object {
  return { [MOTION]: effect };
}

/** On a dialog that a press outside closes. */
export const CLOSE_OUTSIDE = "data-close-outside";

/** On a dialog, the media query of windows in which it closes. */
export const CLOSE_WHEN = "data-close-when";

/** On an element that React hydrates, with the island's name; set by `pages/Island.tsx`. */
export const ISLAND = "data-island";

export type IslandName = "demonstration" | "inline-form" | "dialog-form";

/** On links and buttons that lead to an island, whose script is then fetched. */
export const LOADS = "data-loads";

export function loads(island: IslandName): object {
  return { [LOADS]: island };
}

/** On our server's page that a request was stored; set by `pages/ServerPage.tsx`. */
export const STORED = "data-stored";

/** On the sentence that a form cannot be sent without its script, in a build for a static host. */
export const SCRIPT_NOTICE = "data-script-notice";
