import { isRequired, SCHEMA, type Field } from "../domain/fields.ts";

export function labelOf(field: Field): string {
  const { label, part } = SCHEMA[field];
  // The needs say once that all of them are optional.
  return isRequired(field) || part === "needs" ? label : `${label} (optional)`;
}
