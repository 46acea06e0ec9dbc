import type { DataRequirement } from "./data-requirement.ts";
import { definitionOf, FIELDS, SCHEMA, type FieldName } from "./fields.ts";
import { withLineFeeds } from "./line-breaks.ts";

export type Detail = { label: string; value: string };

/** The fields that were filled in, with labels and values as the form shows them, safe to print. */
export function detailsOf(requirement: DataRequirement): Detail[] {
  return FIELDS.flatMap((field) => {
    const text = formatValue(field, requirement[field]);
    return text === null ? [] : [{ label: SCHEMA[field].label, value: escapeControls(text) }];
  });
}

/** A value as the form shows it, with every character that was typed; null if there is none. */
export function formatValue(field: FieldName, value: string | string[] | null): string | null {
  if (Array.isArray(value)) return value.join(", ");
  const definition = definitionOf(field);
  const options = definition.control === "select" ? definition.options : [];
  return options.find((option) => option.value === value)?.label ?? value;
}

/**
 * A text in which nothing controls a terminal or changes the order of what is beside it: such characters become their
 * code, like <U+202E>. A lone CR would put what follows at the start of a line, so it becomes LF.
 */
export function escapeControls(text: string): string {
  return withLineFeeds(text).replaceAll(/(?![\t\n])[\p{Bidi_Control}\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, "0")}>`;
  });
}

export function onOneLine(text: string): string {
  return escapeControls(text).replaceAll(/[\t\n]+/g, " ");
}

/** A time in a time zone: "Wed, 25 Nov 2026, 14:30 CET". */
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
