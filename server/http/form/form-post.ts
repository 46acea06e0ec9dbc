import { HONEYPOT, UNTIMED } from "../../../contract/form-use.ts";
import { readForm, type Draft } from "../../../domain/data-requirement.ts";
import type { FormUse } from "../../../domain/spam.ts";

/** No body is an empty form. */
export function readPost(given: unknown): { draft: Draft; formUse: FormUse | null } {
  const form = new URLSearchParams(typeof given === "string" ? given : "");
  return { draft: readForm(form), formUse: toFormUse(form.get(HONEYPOT)) };
}

/** A form cannot measure time without script. A post without the honeypot field is not from our form. */
function toFormUse(honeypot: string | null): FormUse | null {
  if (honeypot === null) return null;
  return honeypot === "" ? UNTIMED : { ...UNTIMED, honeypot: "filled" };
}
