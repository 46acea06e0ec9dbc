import { BUSY_LABEL, HYDRATED, ISLAND, LOADS_FORM, SCRIPT_FAILED } from "../attributes.ts";
import type { DraftStore } from "../request/draft-store.ts";

/**
 * Fetches the script of an island when a visitor scrolls near it or presses Tab, and that of the forms also when one
 * points at, focuses or presses a control that leads to them. A form that is submitted earlier is submitted again
 * once React handles it.
 */
export function loadIslands(draft: DraftStore): void {
  // The server's own pages have no islands.
  if (!document.querySelector(`[${ISLAND}]`)) return;
  const loadForms = once(async () => (await import("../on-demand/forms.tsx")).start(draft));
  const loadDemonstration = once(async () =>
    (await import("../on-demand/demonstration.tsx")).start(),
  );

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        void (target.getAttribute(ISLAND) === "demonstration" ? loadDemonstration() : loadForms());
      }
    },
    { rootMargin: "100%" },
  );
  for (const island of document.querySelectorAll(`[${ISLAND}]`)) near.observe(island);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Tab") return;
    void loadForms();
    void loadDemonstration();
  });
  for (const opener of document.querySelectorAll(`[${LOADS_FORM}]`)) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, loadForms, { passive: true });
    }
  }
  for (const form of document.querySelectorAll<HTMLFormElement>(`[${ISLAND}] form`)) {
    // React shows its own messages, which are better than the browser's.
    form.noValidate = true;
    form.addEventListener("submit", (event) => void holdSubmit(event, loadForms));
  }
}

/** Resolves to whether the island is hydrated. A script that could not be fetched is fetched again at the next call. */
function once(start: () => Promise<void>): () => Promise<boolean> {
  let started: Promise<boolean> | undefined;
  return () => {
    started ??= start().then(
      () => true,
      (cause: unknown) => {
        // oxlint-disable-next-line no-console -- for support; the form says what to do
        console.warn("A part of the page could not be loaded.", cause);
        started = undefined;
        return false;
      },
    );
    return started;
  };
}

async function holdSubmit(event: SubmitEvent, loadForms: () => Promise<boolean>): Promise<void> {
  const form = event.currentTarget as HTMLFormElement;
  if (form.hasAttribute(HYDRATED)) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  const undo = showSubmitting(form);
  const isHydrated = await loadForms();
  undo();
  // React may have rendered the form again.
  if (isHydrated) document.querySelector<HTMLFormElement>(`form#${form.id}`)?.requestSubmit();
  // Our server takes it without script, too.
  else if (form.hasAttribute("action") && navigator.onLine) form.submit();
  else form.querySelector(`[${SCRIPT_FAILED}]`)?.removeAttribute("hidden");
}

/** Shows what `RequestForm` shows while it submits, because React is not there yet. Returns what takes it back. */
function showSubmitting(form: HTMLFormElement): () => void {
  const button = form.querySelector(`[${BUSY_LABEL}]`) as HTMLButtonElement;
  const label = button.textContent;
  form.querySelector(`[${SCRIPT_FAILED}]`)?.setAttribute("hidden", "");
  form.ariaBusy = "true";
  button.disabled = true;
  button.textContent = button.getAttribute(BUSY_LABEL);
  return () => {
    form.ariaBusy = "false";
    button.disabled = false;
    button.textContent = label;
  };
}
