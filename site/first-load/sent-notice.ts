import { SENT_NOTICE } from "../../domain/native-form.ts";

/**
 * Keeps the notice at `/#request-sent` only for a visitor who has just sent a request: our server
 * redirects there after a form post without script, while bookmarks and shared links come without a
 * redirect. The history entry keeps it through a reload. Without script it is shown to anyone who
 * opens the address.
 */
export function updateSentNotice(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const state = history.state as { sent?: true } | null;
  if (state?.sent) return;
  if (location.hash !== `#${SENT_NOTICE}` || !visit?.redirectCount) {
    document.getElementById(SENT_NOTICE)?.remove();
    return;
  }
  history.replaceState({ sent: true }, "");
  try {
    // The draft was kept in case the post failed.
    sessionStorage.removeItem("data-requirement-draft");
  } catch {
    // Storage may be blocked: then there is no draft.
  }
}
