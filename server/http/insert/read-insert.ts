import type { IncomingHttpHeaders } from "node:http";

import {
  FIELDS,
  findProblem,
  isList,
  isRequired,
  type DataRequirement,
  type Field,
} from "../../../domain/data-requirement.ts";
import { isUuid } from "../../../domain/identifiers.ts";
import { PROVIDER_COLUMNS, STORED_COLUMNS } from "../../store/rows.ts";
import {
  checkFailed,
  invalidJson,
  invalidKey,
  missingValue,
  permissionDenied,
  unknownColumn,
  wrongType,
} from "./postgrest-errors.ts";

/** Throws an `ApiError` with PostgREST's code for what cannot be stored. */
export function readRequirement(body: unknown): DataRequirement {
  const row = readRow(body);
  // Checks what PostgreSQL would: the columns' names, and the type, not-null and rule of each value.
  for (const name of Object.keys(row)) {
    if (!isColumn(name)) throw unknownColumn(name);
    if (!isField(name)) throw permissionDenied();
  }
  const fields = FIELDS.map((field) => {
    const value = row[field] ?? null;
    if (!hasType(field, value)) throw wrongType(field);
    if (value === null && isRequired(field)) throw missingValue(field);
    if (findProblem(field, value)) throw checkFailed(field);
    return [field, value];
  });
  return Object.fromEntries(fields) as DataRequirement;
}

/** A UUID in lower case, or null for an insert without a key. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const key = String(headers["idempotency-key"] ?? "").toLowerCase();
  if (key === "") return null;
  if (!isUuid(key)) throw invalidKey();
  return key;
}

type Row = Record<string, unknown>;

/** A body is a row, or a list of one, as supabase-js sends it. */
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

function hasType(field: Field, value: unknown): value is string | string[] | null {
  if (value === null) return true;
  if (!isList(field)) return typeof value === "string";
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isColumn(name: string): boolean {
  return (COLUMNS as readonly string[]).includes(name);
}

const COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS];

function isField(name: string): boolean {
  return (FIELDS as readonly string[]).includes(name);
}
