import { STORAGE_KEY } from "./request/storage-key.ts";

/** What leads to a form: the buttons that open one and the links to the one in the page. */
const LEADING = "[command=show-modal][data-wakes-form], a[href='#details']";

/**
 * Fetches React and the islands once a visitor comes near a form, reaches for what leads to one, or
 * sends one sooner than that. Returns what says whether they have been asked for: the fetch, if so.
 */
export function wakeIslands(): () => Promise<boolean> | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>("[data-island] form");
  const openers = document.querySelectorAll(LEADING);

  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void hydrate();
    },
    { rootMargin: "100%" },
  );
  for (const form of forms) {
    near.observe(form);
    // The form's own messages, once they are there, are better than the browser's.
    form.noValidate = true;
    form.addEventListener("submit", sendWhenLive);
  }
  for (const opener of openers) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, hydrate, { once: true, passive: true });
    }
  }

  async function sendWhenLive(event: SubmitEvent): Promise<void> {
    const form = event.currentTarget as HTMLFormElement;
    const island = form.closest<HTMLElement>("[data-island]");
    if ("live" in form.dataset || !island) return;
    event.preventDefault();
    const notLoaded = form.querySelector<HTMLElement>("[data-not-loaded]");
    notLoaded?.setAttribute("hidden", "");
    island.dataset["sendWhenLive"] = "";
    if (await hydrate()) return;

    delete island.dataset["sendWhenLive"];
    // Without the script that sends it better, a form that has where to go goes there by itself.
    if (form.hasAttribute("action") && navigator.onLine) return form.submit();
    notLoaded?.removeAttribute("hidden");
    keepTyped(form);
  }

  /** Whether the islands could be fetched; if not, the next call tries again. */
  let fetched: Promise<boolean> | undefined;
  function hydrate(): Promise<boolean> {
    near.disconnect();
    fetched ??= import("./hydrate.tsx").then(
      () => true,
      () => {
        fetched = undefined;
        return false;
      },
    );
    return fetched;
  }

  return () => fetched;
}

/** Keeps what was typed where the form's draft will be looked for when the page is loaded anew. */
function keepTyped(form: HTMLFormElement): void {
  const typed = new FormData(form);
  const draft = {
    ...Object.fromEntries(typed),
    hardware_setup: typed.getAll("hardware_setup"),
  };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ draft, series: null }));
  } catch {
    // Storage may be blocked: what was typed then lives as long as the page.
  }
}
