import type { DataRequirement } from "./data-requirement.ts";
import { definitionOf, FIELDS, SCHEMA, type FieldName } from "./fields.ts";
import { withLineFeeds } from "./line-breaks.ts";

export type Detail = { label: string; value: string };

/** Lists the fields that are filled in, with labels and values as in the form, safe to print. */
export function detailsOf(requirement: DataRequirement): Detail[] {
  return FIELDS.flatMap((field) => {
    const text = formatValue(field, requirement[field]);
    return text === null ? [] : [{ label: SCHEMA[field].label, value: escapeControls(text) }];
  });
}

/** Formats a value as in the form, unescaped; null if empty. */
export function formatValue(field: FieldName, value: string | string[] | null): string | null {
  if (Array.isArray(value)) return value.join(", ");
  const definition = definitionOf(field);
  const options = definition.control === "select" ? definition.options : [];
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Escapes control and bidi characters as <U+202E>. Turns every line break into LF: a lone CR could overwrite one. */
export function escapeControls(text: string): string {
  return withLineFeeds(text).replaceAll(/(?![\t\n])[\p{Bidi_Control}\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, "0")}>`;
  });
}

export function onOneLine(text: string): string {
  return escapeControls(text).replaceAll(/[\t\n]+/g, " ");
}

/** "Wed, 25 Nov 2026, 14:30 CET" */
export function localTime(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}
