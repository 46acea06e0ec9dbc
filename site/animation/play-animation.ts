import { MOTION_ALLOWED } from "../ui/media.ts";

/**
 * Plays the Lottie file of an `Animation` in its stage, the element, once the page is idle. The animation
 * loops and starts by itself unless `data-loop` or `data-autoplay` is `false`; for visitors who prefer
 * reduced motion it does not start by itself.
 */
export function playAnimation(stage: HTMLElement): void {
  // A build without an animation drops this import, and with it the player's 40 KB.
  if (!__HERO_ANIMATION__) return;

  const { source = "", loop, autoplay } = stage.dataset;
  whenIdle(() => {
    void import("./player.ts").then(({ startPlayer }) => {
      startPlayer(stage, {
        source,
        loop: loop !== "false",
        autoplay: autoplay !== "false" && matchMedia(MOTION_ALLOWED).matches,
        pauseButton: stage.parentElement?.querySelector("button") ?? null,
      });
    });
  });
}

function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 200);
}
