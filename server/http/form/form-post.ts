import { readHoneypot } from "../../../contract/spam-signals.ts";
import { readForm, type Draft } from "../../../domain/data-requirement.ts";
import type { ReportedReason } from "../../../domain/spam.ts";
import { HttpError } from "../http-error.ts";

export function readPost(given: unknown): { draft: Draft; reported: ReportedReason | null } {
  const text = typeof given === "string" ? given : "";
  // Counts the pairs before parsing, because 160,000 of them would block the server for a second.
  if (text.split("&", MAX_PAIRS + 1).length > MAX_PAIRS)
    throw new HttpError(400, "Too many form fields");
  const form = new URLSearchParams(text);
  return { draft: readForm(form), reported: readHoneypot(form) };
}

/** Maximum number of fields in a posted form, several times what ours has. */
const MAX_PAIRS = 100;
