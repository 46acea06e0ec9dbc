/**
 * Matches unless the visitor prefers reduced motion. The first script and what is fetched later may share this
 * module, because it has nothing but a constant, as `site/data-attributes.ts`.
 */
export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";
