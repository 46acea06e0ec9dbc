import { emptyDraft, type DataRequirement } from "../../domain/data-requirement.ts";
import {
  FIELDS,
  isList,
  isRequired,
  PROVIDER_COLUMNS,
  type FieldName,
} from "../../domain/fields.ts";

/** Columns returned by an insert. Times are in ISO 8601. */
export type StoredRequest = {
  id: string;
  created_at: string;
  /** Set at insert, so that it does not change if we change the reply promise later. */
  reply_due: string;
} & DataRequirement;

export type RequestRow = StoredRequest & {
  replied_at: string | null;
  replied_by: string | null;
  /** A `SpamReason`, or text written by the database's owner; null if not spam. */
  spam_reason: string | null;
  note: string | null;
  noted_at: string | null;
  noted_by: string | null;
};

export const STORED_COLUMNS = ["id", "created_at", "reply_due", ...FIELDS] as const;

export const SELECTED_COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS].map(quoted).join(", ");

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

/** Returns true if PostgreSQL accepts the text. It has no year 0, and no 30 February, which `Date` would correct. */
export function isTimestamp(text: string): boolean {
  const [, milliseconds = ""] = TIMESTAMP.exec(text) ?? [];
  const time = Date.parse(`${milliseconds}Z`);
  return !Number.isNaN(time) && toTimestamp(time) === `${milliseconds}+00:00`;
}

const TIMESTAMP = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{0,3}\+00:00$/;

/** Converts milliseconds since 1970 to ISO 8601, which sorts as text. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString().replace("Z", "+00:00");
}
