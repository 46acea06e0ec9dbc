import { isRequired, SCHEMA, type Field } from "../domain/fields.ts";

export function labelOf(field: Field): string {
  const { label } = SCHEMA[field];
  return isRequired(field) ? label : `${label} (optional)`;
}
