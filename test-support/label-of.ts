import { FIELDS, isRequired, SCHEMA, type FieldName } from "../domain/fields.ts";

/** Labels say "optional" only in a part of the form that also has required fields. */
export function labelOf(field: FieldName): string {
  const { label, part } = SCHEMA[field];
  const isMixed = FIELDS.some((other) => isRequired(other) && SCHEMA[other].part === part);
  return isMixed && !isRequired(field) ? `${label} (optional)` : label;
}
