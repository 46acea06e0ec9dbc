import { isRequired, SCHEMA, type FieldName } from "../domain/fields.ts";

export function labelOf(field: FieldName): string {
  const { label, part } = SCHEMA[field];
  // The needs say once that all of them are optional.
  return isRequired(field) || part === "needs" ? label : `${label} (optional)`;
}
