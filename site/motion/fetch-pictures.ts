/** What a visitor does before or while the page scrolls. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "scroll"];

/** Milliseconds for which pictures wait for what is fetched before them. */
const PATIENCE = 3_000;

/**
 * Fetches the lazy pictures, which `ui/picture.css` holds back until then: what is in the window at
 * once, all others from the first sign of a scroll on. One at a time, so that the first is there
 * when it is seen; what comes within half a window goes first. Each waits for what `ahead` returns.
 */
export function fetchPictures(ahead: () => Promise<unknown> | undefined): void {
  const waiting = new Set(document.querySelectorAll<HTMLImageElement>("img[loading=lazy]"));
  const near = new Set<HTMLImageElement>();
  let scrolling = false;
  let busy = false;

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const picture = target.querySelector("img") as HTMLImageElement;
        const comes = scrolling || boundingClientRect.top < innerHeight;
        if (isIntersecting && comes && waiting.has(picture)) near.add(picture);
      }
      void fetchNext();
    },
    { rootMargin: "50%" },
  );
  // The frames: a picture that is held back lies outside of its own.
  for (const { parentElement: frame } of waiting) observer.observe(frame as HTMLElement);
  for (const sign of SIGNS) addEventListener(sign, startAll, { passive: true });

  async function startAll(): Promise<void> {
    for (const sign of SIGNS) removeEventListener(sign, startAll);
    // Nothing competes with the first load.
    if (document.readyState !== "complete") await loaded();
    scrolling = true;
    void fetchNext();
  }

  async function fetchNext(): Promise<void> {
    const [next] = [...near, ...(scrolling ? waiting : [])];
    if (busy || !next) return;
    busy = true;
    near.delete(next);
    waiting.delete(next);
    await inTime(ahead());
    next.loading = "eager";
    // One that fails, or never comes, must not hold up the next.
    await inTime(next.decode().catch(() => {}));
    busy = false;
    void fetchNext();
  }
}

function inTime(work: Promise<unknown> | undefined): Promise<unknown> {
  return Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, PATIENCE);
    }),
  ]);
}

function loaded(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener("load", resolve, { once: true });
  });
}
