import { CONNECTION_ERROR, SENDING, SUBMITTING } from "../request/constants.ts";
import { clearEarlyToast, showEarlyToast } from "./early-toast.ts";
import { saveDraft } from "./save-draft.ts";

/**
 * Fetches React and the islands when a visitor comes near a form, points at or focuses a control
 * that leads to one (`data-loads-form`), or submits one before that. Returns a function that returns
 * the fetch, once there is one.
 */
export function loadIslands(): () => Promise<boolean> | undefined {
  const forms = [...document.querySelectorAll<HTMLFormElement>("[data-island] form")];
  const openers = document.querySelectorAll("[data-loads-form]");

  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void hydrate();
    },
    { rootMargin: "100%" },
  );
  for (const form of forms) {
    near.observe(form);
    // The form's own messages, once it is hydrated, are better than the browser's.
    form.noValidate = true;
    form.addEventListener("submit", submitWhenHydrated);
  }
  for (const opener of openers) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, hydrate, { passive: true });
    }
  }

  // A phone may end a page that is in the background without `pagehide`.
  for (const event of ["change", "pagehide"]) addEventListener(event, () => saveDraft(forms));

  async function submitWhenHydrated(event: SubmitEvent): Promise<void> {
    const form = event.currentTarget as HTMLFormElement;
    const island = form.closest<HTMLElement>("[data-island]");
    if ("hydrated" in form.dataset || !island) return;
    event.preventDefault();
    if ("submitWhenHydrated" in island.dataset) return;
    island.dataset["submitWhenHydrated"] = "";
    const notLoaded = form.querySelector<HTMLElement>("[data-not-loaded]");
    if (notLoaded) notLoaded.hidden = true;
    clearEarlyToast();
    const showIdle = showSubmitting(form);
    if (await hydrate()) return;

    delete island.dataset["submitWhenHydrated"];
    saveDraft(forms);
    // Without the form's script, the browser can still post a form that has an action.
    if (form.hasAttribute("action") && navigator.onLine) {
      addEventListener("pagehide", showIdle, { once: true });
      form.submit();
      return;
    }
    showIdle();
    if (notLoaded) notLoaded.hidden = false;
    showEarlyToast(CONNECTION_ERROR, form.closest("dialog"));
  }

  /** Resolves to whether the islands were fetched; if not, the next call tries again. */
  let fetched: Promise<boolean> | undefined;
  let failed = false;
  function hydrate(): Promise<boolean> {
    fetched ??= import("../on-demand/hydrate.tsx").then(
      () => {
        near.disconnect();
        clearEarlyToast();
        return true;
      },
      (cause: unknown) => {
        // oxlint-disable-next-line no-console -- for support; the form explains what to do
        if (!failed) console.warn("The form could not be loaded.", cause);
        failed = true;
        fetched = undefined;
        return false;
      },
    );
    return fetched;
  }

  return () => fetched;
}

/** Shows the submitting state before React can. Returns a function that restores the idle state. */
function showSubmitting(form: HTMLFormElement): () => void {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  const progress = form.querySelector<HTMLElement>("[role=status]");
  if (!button || !progress) return () => undefined;
  const label = button.textContent;
  const hadFocus = button === document.activeElement;
  const show = (text: string, status: string, disabled: boolean) => {
    button.textContent = text;
    progress.textContent = status;
    button.disabled = disabled;
    // A disabled button loses focus to the page.
    if (hadFocus) (disabled ? progress : button).focus({ preventScroll: true });
  };
  show(SUBMITTING, SENDING, true);
  return () => show(label, "", false);
}
