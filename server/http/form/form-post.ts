import { HONEYPOT, UNTIMED } from "../../../contract/form-use.ts";
import { readForm, type Draft } from "../../../domain/data-requirement.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { ApiError } from "../api-error.ts";

/** Reads a form posted without script; no body is an empty form. Throws an `ApiError` if it has too many pairs. */
export function readPost(given: unknown): { draft: Draft; formUse: FormUse | null } {
  const body = typeof given === "string" ? given : "";
  if (body.split("&", MAX_PAIRS + 1).length > MAX_PAIRS) {
    throw new ApiError(400, "PGRST102", "The form has too many fields");
  }
  const form = new URLSearchParams(body);
  return { draft: readForm(form), formUse: toFormUse(form.get(HONEYPOT)) };
}

/** Several times the number of fields in the page's form. */
const MAX_PAIRS = 200;

/** A form cannot measure time without script. A post without the honeypot field is not from our form. */
function toFormUse(honeypot: string | null): FormUse | null {
  if (honeypot === null) return null;
  return honeypot === "" ? UNTIMED : { ...UNTIMED, honeypot: "filled" };
}
