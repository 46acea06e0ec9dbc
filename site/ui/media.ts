/** Media queries for markup and script; those of the layout have the same names in `site/styles/media.css`. */

export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";

/** From the specification's 768 px up. */
export const FROM_TABLET = "(width >= 48rem)";

export const FROM_DESKTOP = "(width >= 64rem)";

/** Here the grid, `--grid` in `site/styles/tokens.css`, begins to grow with the window. */
export const FROM_WIDE = "(width >= 107rem)";

/** Three device pixels to a CSS pixel, as on most phones. */
export const HIGH_DPI = "(min-resolution: 2.5dppx)";

/** A phone or a tablet held upright. */
export const UPRIGHT = "(width < 40rem), (width < 64rem) and (orientation: portrait)";
