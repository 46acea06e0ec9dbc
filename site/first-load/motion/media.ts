export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";

/** Runs an effect while a media query matches. Returns a function that stops it permanently. */
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
