/** Matches unless the visitor prefers reduced motion. */
export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";

/** From the specification's 768 px up, as `--from-tablet` in `site/styles/media.css`. */
export const FROM_TABLET = "(width >= 48rem)";

/** A phone or a tablet held upright, as `--upright` there. */
export const UPRIGHT = "(width < 40rem), (width < 64rem) and (orientation: portrait)";
