import type { DataRequirement } from "../../domain/data-requirement.ts";
import { FIELDS, isList, type FieldName } from "../../domain/fields.ts";

/** The part of a row that an insert returns. Times are in ISO 8601. */
export type StoredRequest = {
  id: string;
  created_at: string;
  /** When the reply is due. Set at insert: a later change of the promise does not move it. */
  reply_due: string;
} & DataRequirement;

export type RequestRow = StoredRequest & {
  replied_at: string | null;
  replied_by: string | null;
  /** A `SpamReason`, or what the owner of the file has written; null unless it is taken for spam. */
  spam_reason: string | null;
  note: string | null;
  noted_at: string | null;
  noted_by: string | null;
};

export const STORED_COLUMNS = ["id", "created_at", "reply_due", ...FIELDS] as const;
export const PROVIDER_COLUMNS = [
  "replied_at",
  "replied_by",
  "spam_reason",
  "note",
  "noted_at",
  "noted_by",
] as const satisfies readonly (keyof RequestRow)[];

export const COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS].join(", ");

export type Channel = "webhook" | "email";

/** A list is JSON text in the file. */
function readField(field: FieldName, value: string | null): string | string[] | null {
  return isList(field) && value !== null ? (JSON.parse(value) as string[]) : value;
}

export function writeField(value: string | string[] | null): string | null {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

export function readFields(row: Record<string, unknown>): Record<string, unknown> {
  const fields = FIELDS.map((field) => [field, readField(field, row[field] as string | null)]);
  return { ...row, ...Object.fromEntries(fields) };
}

/** A time in milliseconds since 1970 as the file has it: in ISO 8601, so that texts sort as times. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString().replace("Z", "+00:00");
}
