/** Runs an effect while a media query matches. `attach` returns the effect's cleanup. */
export function whileMatching(query: string, attach: () => () => void): void {
  const media = matchMedia(query);
  let detach: (() => void) | undefined;
  const update = () => {
    detach?.();
    detach = media.matches ? attach() : undefined;
  };
  update();
  media.addEventListener("change", update);
}
