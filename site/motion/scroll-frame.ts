const callbacks = new Set<() => void>();
let requested = false;

/**
 * Calls back at once, then at most once a frame while the page scrolls or is resized.
 * Returns what ends it. Nothing listens while nobody asks.
 */
export function onScrollFrame(callback: () => void): () => void {
  if (callbacks.size === 0) {
    addEventListener("scroll", request, { passive: true });
    addEventListener("resize", request, { passive: true });
  }
  callbacks.add(callback);
  callback();
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    removeEventListener("scroll", request);
    removeEventListener("resize", request);
  };
}

function request(): void {
  if (requested) return;
  requested = true;
  requestAnimationFrame(() => {
    requested = false;
    for (const callback of callbacks) callback();
  });
}
