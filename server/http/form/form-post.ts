import { HONEYPOT } from "../../../contract/spam-signals.ts";
import { readForm, type Draft } from "../../../domain/data-requirement.ts";
import type { ReportedReason } from "../../../domain/spam.ts";
import { ApiError } from "../api-error.ts";

/** No body is an empty form. */
export function readPost(given: unknown): { draft: Draft; reported: ReportedReason | null } {
  const text = typeof given === "string" ? given : "";
  // Counted before parsing: a body of 160,000 pairs would block the server for a second.
  if (text.split("&", MAX_PAIRS + 1).length > MAX_PAIRS)
    throw new ApiError(400, "PGRST102", "Too many form fields");
  const form = new URLSearchParams(text);
  return { draft: readForm(form), reported: form.get(HONEYPOT) ? "honeypot" : null };
}

/** Our form has 22. */
const MAX_PAIRS = 100;
