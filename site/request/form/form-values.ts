import type { Draft } from "../../../domain/data-requirement.ts";
import { FIELDS, isList } from "../../../domain/fields.ts";

/** Writes only changed values, to keep the caret in place. */
export function fillForm(form: HTMLFormElement, draft: Draft): void {
  for (const control of form.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const field = FIELDS.find((one) => one === control.name);
    if (!field) continue;
    if (isList(field)) control.checked = draft[field].includes(control.value);
    else if (control.value !== draft[field]) control.value = draft[field];
  }
}
