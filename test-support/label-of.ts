import { isRequired, LABELS, type Field } from "../domain/data-requirement.ts";

/** A field's label in the form. */
export function labelOf(field: Field): string {
  return isRequired(field) ? LABELS[field] : `${LABELS[field]} (optional)`;
}
