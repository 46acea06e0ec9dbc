import type { DataRequirement } from "./data-requirement.ts";
import { definitionOf, FIELDS, SCHEMA, type FieldName } from "./fields.ts";

export type Detail = { label: string; value: string };

/** Lists the filled-in fields with the form's labels, and escapes their values so that they are safe to print. */
export function detailsOf(requirement: DataRequirement): Detail[] {
  return FIELDS.flatMap((field) => {
    const text = formatValue(field, requirement[field]);
    return text ? [{ label: SCHEMA[field].label, value: escapeControls(text) }] : [];
  });
}

/** Formats a value as the form shows it, without escaping. Returns null for null. */
export function formatValue(field: FieldName, value: string | string[] | null): string | null {
  if (Array.isArray(value)) return value.join(", ");
  const definition = definitionOf(field);
  const options = definition.control === "select" ? definition.options : [];
  return options.find((option) => option.value === value)?.label ?? value;
}

/**
 * Escapes control and bidi characters, for example as <U+202E>. Converts every line break to LF, because a lone CR
 * could overwrite a line.
 */
export function escapeControls(text: string): string {
  return withLineFeeds(text).replaceAll(/(?![\t\n])[\p{Bidi_Control}\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, "0")}>`;
  });
}

export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
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

/** Formats a time like "2026-11-25 14:30". Uses Swedish, because it writes dates like ISO 8601. */
export function formatMinute(time: string | number, timeZone: string): string {
  return new Date(time).toLocaleString("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
}
