import type { IncomingHttpHeaders } from "node:http";

import { FIELDS, type DataRequirement } from "../../../domain/data-requirement.ts";
import { COLUMNS, MAX_KEY_LENGTH, type Column } from "../../store/columns.ts";
import {
  apiError,
  badRequest,
  emptyOrInvalidJson,
  permissionDenied,
  TABLE,
  type ApiError,
} from "./api-error.ts";
import { checkFailed, checkRow } from "./check-row.ts";

/** One row to store, and what to send back. */
export type InsertRequest = {
  kind: "accepted";
  requirement: DataRequirement;
  idempotencyKey: string | null;
  /** The columns to send back, or null for an empty response. */
  returning: readonly Column[] | null;
  /** An object instead of a list of one. */
  singular: boolean;
};

/** Several times what PostgREST documents. */
const MAX_PREFER_LENGTH = 500;

// In PostgreSQL only: the transaction that inserted the row, on which its visibility depends.
const HIDDEN_COLUMN = "created_in";

/** Reads PostgREST's insert: `?columns=`, `?select=`, `Prefer`, and a body of one row. */
export function readInsert(request: {
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  body: unknown;
}): InsertRequest | ApiError {
  const { query, headers } = request;
  const prefer = String(headers["prefer"] ?? "");
  if (prefer.length > MAX_PREFER_LENGTH) return badRequest;
  const preferences = new Set(prefer.split(",").map((preference) => preference.trim()));
  // An upsert would need the right to update.
  if (preferences.has("resolution=merge-duplicates")) return permissionDenied;

  const columns = readColumns(query["columns"]);
  const returning = readSelect(query["select"]);
  if (returning.kind === "rejected") return returning;
  const reading = readRow(request.body, columns);
  if (reading.kind === "rejected") return reading;
  const { row } = reading;

  const names = columns ?? Object.keys(row);
  const unusable = findUnusable(names);
  if (unusable) return unusable;
  const checked = checkRow(Object.fromEntries(names.map((name) => [name, row[name]])));
  if (checked.kind === "rejected") return checked;
  const idempotencyKey = String(headers["idempotency-key"] ?? "") || null;
  if (idempotencyKey !== null && idempotencyKey.length > MAX_KEY_LENGTH) {
    return checkFailed("idempotency_key");
  }
  return {
    kind: "accepted",
    requirement: checked.requirement,
    idempotencyKey,
    returning: preferences.has("return=representation") ? returning.columns : null,
    singular: (headers.accept ?? "").includes("application/vnd.pgrst.object+json"),
  };
}

function readColumns(given: unknown): string[] | null {
  if (typeof given !== "string" || given === "") return null;
  return given.split(",").map(unquote);
}

function readSelect(given: unknown): { kind: "columns"; columns: readonly Column[] } | ApiError {
  const everything = typeof given !== "string" || given === "" || given === "*";
  const names = everything ? COLUMNS : given.split(",").map(unquote);
  const unknown = names.find((name) => !isColumn(name));
  if (unknown === undefined) return { kind: "columns", columns: names.filter(isColumn) };
  return /^\w+$/.test(unknown)
    ? apiError(400, "42703", `column ${TABLE}.${unknown} does not exist`)
    : apiError(400, "PGRST100", "failed to parse select parameter", {
        hint: "Name columns separated by commas, or *.",
      });
}

type Row = Record<string, unknown>;

function readRow(body: unknown, columns: string[] | null): { kind: "row"; row: Row } | ApiError {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    // Without `columns` PostgREST parses the body itself; with it, PostgreSQL does.
    return columns === null
      ? emptyOrInvalidJson
      : apiError(400, "22P02", "invalid input syntax for type json");
  }
  const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (rows.length > 1) {
    return apiError(400, "PGRST102", "One request at a time", { hint: "Send a list of one row." });
  }
  const [row] = rows;
  if (typeof row !== "object" || row === null || Array.isArray(row)) return emptyOrInvalidJson;
  return { kind: "row", row: row as Row };
}

function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function findUnusable(names: string[]): ApiError | undefined {
  const unknown = names.find((name) => !isColumn(name) && name !== HIDDEN_COLUMN);
  if (unknown !== undefined) {
    const shown = unknown.slice(0, 100);
    const message = `Could not find the '${shown}' column of '${TABLE}' in the schema cache`;
    return apiError(400, "PGRST204", message);
  }
  return names.every(isField) ? undefined : permissionDenied;
}

function unquote(name: string): string {
  return name.trim().replaceAll('"', "");
}

function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name);
}

function isField(name: string): boolean {
  return (FIELDS as readonly string[]).includes(name);
}
