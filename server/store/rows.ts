import { emptyDraft } from "../../domain/data-requirement.ts";
import {
  FIELDS,
  isList,
  isRequired,
  PROVIDER_COLUMNS,
  type FieldName,
} from "../../domain/fields.ts";

export const STORED_COLUMNS = ["id", "created_at", "reply_due", ...FIELDS] as const;

/** The columns of a `RequestRow`. */
export const ROW_COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS] as const;

export const SELECTED_COLUMNS = ROW_COLUMNS.map(quoted).join(", ");

/** Quotes a column's name, because a field may be named like a keyword of SQL, such as "order". */
export function quoted(column: string): string {
  return `"${column}"`;
}

/** Reads null as empty if the field is required, because earlier requests may lack it. */
function readField(field: FieldName, value: unknown): unknown {
  if (isList(field) && typeof value === "string") return readList(value);
  return value === null && isRequired(field) ? emptyDraft()[field] : value;
}

/** Reads a list of a SQLite file. Returns text from before the field became a list as its only entry. */
export function readList(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? (list as string[]) : [value];
  } catch {
    return [value];
  }
}

export function readFields(row: Record<string, unknown>): Record<string, unknown> {
  const fields = FIELDS.map((field) => [field, readField(field, row[field])]);
  return { ...row, ...Object.fromEntries(fields) };
}

/** Returns true for a time of this millennium. `Date` would correct 30 February, which PostgreSQL rejects. */
export function isTimestamp(text: string): boolean {
  const [, milliseconds = ""] = TIMESTAMP.exec(text) ?? [];
  const time = Date.parse(`${milliseconds}Z`);
  return !Number.isNaN(time) && toTimestamp(time) === `${milliseconds}+00:00`;
}

const TIMESTAMP = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{0,3}\+00:00$/;

/** Converts milliseconds since 1970 to ISO 8601, which sorts as text. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString().replace("Z", "+00:00");
}
