import { isRequired, LABELS, type Field } from "../domain/data-requirement.ts";

export function labelOf(field: Field): string {
  return isRequired(field) ? LABELS[field] : `${LABELS[field]} (optional)`;
}
