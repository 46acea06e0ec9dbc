/** Media queries for markup and scripts. `site/styles/media.css` declares those for layout under the same names. */

export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";

export const FROM_TABLET = "(width >= 48rem)";

export const FROM_DESKTOP = "(width >= 64rem)";

/** At this width and above, `--grid` in `site/styles/tokens.css` grows with the viewport. */
export const FROM_WIDE = "(width >= 107rem)";

/** About three device pixels per CSS pixel, as on most phones. */
export const HIGH_DPI = "(min-resolution: 2.5dppx)";

/** Phones, and tablets in portrait. */
export const UPRIGHT = "(width < 40rem), (width < 64rem) and (orientation: portrait)";
