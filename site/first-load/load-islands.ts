import { FAILED_NOTICE, HYDRATED, ISLAND, LOADS_FORM } from "../data-attributes.ts";
import { SENDING, SUBMIT, SUBMITTING } from "../request/form/submit-texts.ts";

/**
 * Fetches the script that hydrates the islands (the demonstration, the forms and the toaster) when a visitor
 * scrolls near one of them, presses Tab, or points at, focuses or presses a control that leads to a form. A form
 * submitted before it is hydrated shows that it is being sent, and is submitted again after hydration.
 */
export function loadIslands(): void {
  const near = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void loadScript(),
    { rootMargin: "100%" },
  );
  for (const island of document.querySelectorAll(`[${ISLAND}]`)) near.observe(island);
  // With Tab a visitor reaches a control before its island is near.
  addEventListener("keydown", ({ key }) => key === "Tab" && void loadScript());
  for (const form of document.querySelectorAll<HTMLFormElement>(`[${ISLAND}] form`)) {
    // After hydration the form shows its own messages, which are better than the browser's.
    form.noValidate = true;
    form.addEventListener("submit", submitOnceHydrated);
  }
  for (const opener of document.querySelectorAll(`[${LOADS_FORM}]`)) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, loadScript, { passive: true });
    }
  }
}

async function submitOnceHydrated(event: SubmitEvent): Promise<void> {
  const form = event.currentTarget as HTMLFormElement;
  const island = form.closest(`[${ISLAND}]`);
  if (form.hasAttribute(HYDRATED) || !island) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  showSubmitting(island, true);
  const script = await loadScript();
  const hydrated = await script?.isHydrated(island);
  showSubmitting(island, false);
  // Look it up again: React may have replaced the form's elements.
  const current = island.querySelector("form");
  const notice = island.querySelector<HTMLElement>(`[${FAILED_NOTICE}]`);
  if (hydrated) current?.requestSubmit();
  // If the script failed, the browser can still post a form that has an action.
  else if (current?.hasAttribute("action") && navigator.onLine) current.submit();
  else if (notice) notice.hidden = false;
}

type IslandsScript = typeof import("../on-demand/hydrate.tsx");

/** Resolves to nothing if the script could not be fetched. */
let loading: Promise<IslandsScript | undefined> | undefined;
let warned = false;

/** Fetches the script that hydrates the islands; if that fails, the next call tries again. */
function loadScript(): Promise<IslandsScript | undefined> {
  loading ??= import("../on-demand/hydrate.tsx").catch((cause: unknown) => {
    // oxlint-disable-next-line no-console -- for support; the form explains what to do
    if (!warned) console.warn("The form could not be loaded.", cause);
    warned = true;
    loading = undefined;
    return undefined;
  });
  return loading;
}

/** Shows what `RequestForm` shows while it is submitting, or what it shows at first. React is not there yet. */
function showSubmitting(island: Element, busy: boolean): void {
  const form = island.querySelector("form");
  const button = island.querySelector<HTMLButtonElement>("[type=submit]");
  const progress = island.querySelector<HTMLElement>("[role=status]");
  const notice = island.querySelector<HTMLElement>(`[${FAILED_NOTICE}]`);
  if (!form || !button || !progress || !notice) return;
  const hadFocus = document.activeElement === (busy ? button : progress);
  form.ariaBusy = String(busy);
  notice.hidden = true;
  progress.textContent = busy ? SENDING : "";
  button.textContent = busy ? SUBMITTING : SUBMIT;
  button.disabled = busy;
  // A disabled button loses focus to the page.
  if (hadFocus) (busy ? progress : button).focus({ preventScroll: true });
}
