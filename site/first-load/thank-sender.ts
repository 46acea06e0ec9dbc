import { STORAGE_KEY } from "../request/constants.ts";

/**
 * Keeps the thanks at `/#request-sent` for a visitor who has just sent a request. Our server
 * redirects there after a form post without script; bookmarks and shared links come without a
 * redirect. The history entry remembers it for a reload. Without script anyone who opens the
 * address sees the thanks.
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
    // The draft was kept in case the post failed.
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage may be blocked: then nothing was kept.
  }
}
