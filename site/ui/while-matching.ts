/** Runs `start` while a media query matches. It returns its cleanup. */
export function whileMatching(query: string, start: () => () => void): void {
  const media = matchMedia(query);
  let stop: (() => void) | undefined;
  const update = () => {
    stop?.();
    stop = media.matches ? start() : undefined;
  };
  update();
  media.addEventListener("change", update);
}
