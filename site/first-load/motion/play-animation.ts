/** Plays the Lottie file of an `Animation` once the page is idle. If the player cannot be fetched, the picture stays. */
export function playAnimation(stage: HTMLElement): void {
  // A build without an animation drops this import, and with it the player's 40 KB.
  if (!__HERO_ANIMATION__) return;
  whenIdle(() => {
    import("../../animation/lottie.ts")
      .then(({ startLottie }) => startLottie(stage))
      // oxlint-disable-next-line no-console -- for support
      .catch((cause: unknown) => console.warn("The animation could not be loaded.", cause));
  });
}

function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 200);
}
