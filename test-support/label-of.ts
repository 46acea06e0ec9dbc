import { FIELDS, isRequired, SCHEMA, type FieldName } from "../domain/fields.ts";

/** A part of the form without required fields says once that all of it is optional. */
export function labelOf(field: FieldName): string {
  const { label, part } = SCHEMA[field];
  const isMixed = FIELDS.some((other) => isRequired(other) && SCHEMA[other].part === part);
  return isMixed && !isRequired(field) ? `${label} (optional)` : label;
}
