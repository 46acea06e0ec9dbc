export const MOTION_WELCOME = "(prefers-reduced-motion: no-preference)";

/**
 * Runs an effect for as long as a media query matches. Returns what undoes it for good.
 */
export function whileMatching(query: string, attach: () => () => void): () => void {
  const media = matchMedia(query);
  let detach: (() => void) | undefined;
  const update = () => {
    detach?.();
    detach = media.matches ? attach() : undefined;
  };
  update();
  media.addEventListener("change", update);
  return () => {
    media.removeEventListener("change", update);
    detach?.();
  };
}
