import {
  FIELDS,
  findOption,
  isChoice,
  LABELS,
  type DataRequirement,
  type Field,
} from "./data-requirement.ts";

/** A labelled value as people read it. */
export type Detail = { label: string; value: string };

/** The fields that were filled in, with labels and values as the form shows them; lines end with LF. */
export function detailsOf(requirement: DataRequirement): Detail[] {
  return FIELDS.flatMap((field) => {
    const value = shown(field, requirement[field]);
    return value === null ? [] : [{ label: LABELS[field], value }];
  });
}

function shown(field: Field, value: string | string[] | null): string | null {
  if (Array.isArray(value)) return value.join(", ");
  if (value === null) return null;
  if (!isChoice(field)) return withLineFeeds(value);
  return findOption(field, value)?.label ?? value;
}

/** Every line break as LF: a lone CR would put the rest of a text at the start of a line. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
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
