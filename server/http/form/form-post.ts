import { HONEYPOT } from "../../../contract/spam-signals.ts";
import { readForm, type Draft } from "../../../domain/data-requirement.ts";
import type { ReportedReason } from "../../../domain/spam.ts";

/** No body is an empty form. */
export function readPost(given: unknown): { draft: Draft; reported: ReportedReason | null } {
  const form = new URLSearchParams(typeof given === "string" ? given : "");
  return { draft: readForm(form), reported: form.get(HONEYPOT) ? "honeypot" : null };
}
