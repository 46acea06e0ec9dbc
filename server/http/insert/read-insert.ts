import type { IncomingHttpHeaders } from "node:http";

import { findProblem, type DataRequirement } from "../../../domain/data-requirement.ts";
import { FIELDS, isList, isRequired, type FieldName } from "../../../domain/fields.ts";
import { isUuid } from "../../../domain/identifiers.ts";
import { invalidJson, invalidValue, missingValue, unknownColumn } from "./postgrest-errors.ts";

export function readRequirement(body: unknown): DataRequirement {
  const row = readRow(body);
  for (const name of Object.keys(row)) if (!isField(name)) throw unknownColumn(name);
  const fields = FIELDS.map((field) => {
    const value = row[field] ?? null;
    if (value === null && isRequired(field)) throw missingValue(field);
    if (!hasType(field, value) || findProblem(field, value)) throw invalidValue(field);
    return [field, value];
  });
  return Object.fromEntries(fields) as DataRequirement;
}

/** Returns a UUID in lower case, or null if the header is missing. Throws an `HttpError` for any other value. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const key = String(headers["idempotency-key"] ?? "").toLowerCase();
  if (key === "") return null;
  if (!isUuid(key)) throw invalidValue("Idempotency-Key");
  return key;
}

type Row = Record<string, unknown>;

/** Accepts an object or, because supabase-js sends one, an array that contains a single object. */
function readRow(body: unknown): Row {
  const parsed = parseJson(body);
  const [row, ...more] = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  if (typeof row !== "object" || row === null || Array.isArray(row) || more.length > 0) {
    throw invalidJson();
  }
  return row as Row;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body as Buffer | undefined));
  } catch {
    throw invalidJson();
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function hasType(field: FieldName, value: unknown): value is string | string[] | null {
  if (value === null) return true;
  if (!isList(field)) return typeof value === "string";
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isField(name: string): boolean {
  return (FIELDS as readonly string[]).includes(name);
}
