import type { ReportedReason } from "../domain/spam.ts";

export const HONEYPOT = "leave_empty";

/** Reads `FormData` in the browser and `URLSearchParams` on the server. */
export function readHoneypot(form: { get: (field: string) => unknown }): ReportedReason | null {
  return form.get(HONEYPOT) ? "honeypot" : null;
}

/** Request header for a `ReportedReason`, in lower case because PostgREST passes header names that way. */
export const SPAM_REASON_HEADER = "spam-reason";
