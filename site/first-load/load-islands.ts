import { ISLAND, LOADS_FORM, NEEDS_SCRIPT } from "../attributes.ts";
import type { DraftStore } from "../request/draft-store.ts";

/** After this many milliseconds without its script a form says that it needs it. */
const PATIENCE_MS = 4_000;

/**
 * Fetches the script of an island when a visitor scrolls near it or presses Tab, and that of the forms also when one
 * points at, focuses or presses a control that leads to them. Until then a form is the browser's.
 */
export function loadIslands(draft: DraftStore): void {
  const loadForms = once(async () => (await import("../on-demand/forms.tsx")).start(draft));
  const loadDemonstration = once(async () =>
    (await import("../on-demand/demonstration.tsx")).start(),
  );

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        if (target.getAttribute(ISLAND) === "demonstration") loadDemonstration();
        else loadForms();
      }
    },
    { rootMargin: "100%" },
  );
  for (const island of document.querySelectorAll(`[${ISLAND}]`)) near.observe(island);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Tab") return;
    loadForms();
    loadDemonstration();
  });
  for (const opener of document.querySelectorAll(`[${LOADS_FORM}]`)) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, loadForms, { passive: true });
    }
  }
  showNeedsScript(false);
}

/** A script that could not be fetched is fetched again at the next call. */
function once(start: () => Promise<void>): () => void {
  let isStarted = false;
  return () => {
    if (isStarted) return;
    isStarted = true;
    const timer = setTimeout(showNeedsScript, PATIENCE_MS, true);
    start()
      .catch((cause: unknown) => {
        // oxlint-disable-next-line no-console -- for support
        console.warn("A part of the page could not be loaded.", cause);
        isStarted = false;
        showNeedsScript(true);
      })
      .finally(() => clearTimeout(timer));
  };
}

function showNeedsScript(isShown: boolean): void {
  for (const sentence of document.querySelectorAll(`[${NEEDS_SCRIPT}]`)) {
    sentence.toggleAttribute("hidden", !isShown);
  }
}
