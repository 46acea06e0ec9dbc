import { MOTION_ALLOWED } from "./media.ts";

/**
 * Plays the Lottie file named by `data-source` in the element, fetched once the page is idle. It
 * loops and starts by itself unless `data-loop` or `data-autoplay` is `false`, pauses for visitors
 * who prefer reduced motion, and is controlled by the button beside it.
 */
export function animation(element: HTMLElement): void {
  // A build without an animation drops this import, and with it the player's 40 KB.
  if (!__HERO_ANIMATION__) return;

  const { source, loop, autoplay } = element.dataset;
  whenIdle(() => {
    void import("./animation-player.ts").then(({ play }) => {
      play(element, {
        path: source ?? "",
        loop: loop !== "false",
        autoplay: autoplay !== "false" && matchMedia(MOTION_ALLOWED).matches,
        control: element.parentElement?.querySelector("button") ?? null,
      });
    });
  });
}

function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 200);
}
