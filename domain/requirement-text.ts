import type { DataRequirement } from "./data-requirement.ts";
import { escapeControls } from "./escape-controls.ts";
import { definitionOf, FIELDS, SCHEMA, type FieldName } from "./fields.ts";

export type Detail = { label: string; value: string };

/** Lists the filled-in fields with the form's labels, and escapes their values so that they are safe to print. */
export function detailsOf(requirement: DataRequirement): (Detail & { field: FieldName })[] {
  return FIELDS.flatMap((field) => {
    const text = formatValue(field, requirement[field]);
    return text ? [{ field, label: SCHEMA[field].label, value: escapeControls(text) }] : [];
  });
}

/** Formats a value as the form shows it, without escaping. Returns null for null. */
export function formatValue(field: FieldName, value: string | string[] | null): string | null {
  if (Array.isArray(value)) return value.join(", ");
  const definition = definitionOf(field);
  const options = definition.control === "select" ? definition.options : [];
  return options.find((option) => option.value === value)?.label ?? value;
}
