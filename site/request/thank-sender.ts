import { STORAGE_KEY } from "./constants.ts";

/**
 * Keeps the thanks at `/#request-sent` for who has sent a request: our server redirects there from
 * a form posted without the form's script, and no bookmark or shared link comes by a redirect. The
 * entry remembers it, for a reload. Without script the thanks are shown to whoever asks for them.
 */
export function thankSender(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const state = history.state as { sent?: true } | null;
  if (state?.sent) return;
  if (location.hash !== "#request-sent" || !visit?.redirectCount) {
    document.querySelector("#request-sent")?.remove();
    return;
  }
  history.replaceState({ sent: true }, "");
  try {
    // Kept in case the post failed.
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage may be blocked: then nothing was kept.
  }
}
