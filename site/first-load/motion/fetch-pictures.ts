/** Events that come before or with a scroll. */
const SCROLL_EVENTS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "scroll"];

/** Maximum milliseconds for which pictures wait for earlier requests. */
const MAX_WAIT_MS = 3_000;

/**
 * Fetches the lazy pictures, which `ui/Picture.css` delays until then: those in the window at
 * once, all others after the first of `SCROLL_EVENTS`. One at a time, so that the first is complete
 * when it is seen; those within half a window go first. Each waits for the promise that `earlierFetch`
 * returns.
 */
export function fetchPictures(earlierFetch: () => Promise<unknown> | undefined): void {
  const waiting = new Set(document.querySelectorAll<HTMLImageElement>("img[loading=lazy]"));
  const near = new Set<HTMLImageElement>();
  let scrolling = false;
  let busy = false;

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const picture = target.querySelector("img") as HTMLImageElement;
        const isNext = scrolling || boundingClientRect.top < innerHeight;
        if (isIntersecting && isNext && waiting.has(picture)) near.add(picture);
      }
      void fetchNext();
    },
    { rootMargin: "50%" },
  );
  for (const { parentElement } of waiting) {
    // The frame is observed: a delayed picture is outside its own.
    const frame = parentElement as HTMLElement;
    frame.dataset["waiting"] = "";
    observer.observe(frame);
  }
  for (const event of SCROLL_EVENTS) addEventListener(event, startAll, { passive: true });

  async function startAll(): Promise<void> {
    for (const event of SCROLL_EVENTS) removeEventListener(event, startAll);
    await loaded();
    scrolling = true;
    void fetchNext();
  }

  async function fetchNext(): Promise<void> {
    const [next] = [...near, ...(scrolling ? waiting : [])];
    if (busy || !next) return;
    busy = true;
    near.delete(next);
    waiting.delete(next);
    await withTimeout(earlierFetch());
    next.loading = "eager";
    // A picture that fails or hangs must not hold up the next.
    await withTimeout(next.decode().catch(() => {}));
    busy = false;
    void fetchNext();
  }
}

function withTimeout(work: Promise<unknown> | undefined): Promise<unknown> {
  return Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, MAX_WAIT_MS);
    }),
  ]);
}

/** Resolves once nothing can compete with the first load, and after the frame that began a scroll. */
function loaded(): Promise<unknown> {
  return new Promise((resolve) => {
    if (document.readyState === "complete") setTimeout(resolve);
    else addEventListener("load", resolve, { once: true });
  });
}
