/** Waits three frames, because scroll handlers and observers have run by then. */
export async function nextFrames(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}
