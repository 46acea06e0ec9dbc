/** Attributes set by components and read by the entry script. */

export const MOTION = "data-motion";

export type Effect =
  | "animation"
  | "bar"
  | "card-step"
  | "decoded"
  | "index"
  | "parallax"
  | "reveal"
  | "tilt";

export function motion(effect: Effect): object {
  return { [MOTION]: effect };
}

/** On a dialog: closes it by a click outside. */
export const CLOSE_OUTSIDE = "data-close-outside";

/** On a dialog: the media query in which it closes. */
export const CLOSE_WHEN = "data-close-when";

/** On an element that React hydrates: the island's name. */
export const ISLAND = "data-island";

export type IslandName = "demonstration" | "inline-form" | "dialog-form";

/** On links and buttons that lead to an island: loads its script early. */
export const LOADS = "data-loads";

export function loads(island: IslandName): object {
  return { [LOADS]: island };
}

/** On the server's page for a stored request. */
export const STORED = "data-stored";

/** On the notice, on static hosts, that the form needs JavaScript. */
export const SCRIPT_NOTICE = "data-script-notice";
