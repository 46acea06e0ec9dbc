/** Plays an `Animation`'s Lottie file when the page is idle. If the player fails to load, the image stays. */
export function playAnimation(stage: HTMLElement): void {
  // Builds without an animation drop the import below, and with it the player's 40 KB.
  if (!__HERO_ANIMATION__) return;
  whenIdle(() => {
    import("./lottie.ts")
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
