import type { IncomingHttpHeaders } from "node:http";

import { FIELDS, type DataRequirement } from "../../../domain/data-requirement.ts";
import { readFormUse, type FormUse } from "../../../domain/spam.ts";
import { COLUMNS, MAX_KEY_LENGTH, type Column } from "../../store/columns.ts";
import {
  apiError,
  emptyOrInvalidJson,
  notAcceptable,
  permissionDenied,
  TABLE,
  unsupportedQuery,
  type ApiError,
} from "./api-error.ts";
import { checkFailed, checkRow } from "./check-row.ts";

/** One row to store, and what to send back. */
export type InsertRequest = {
  kind: "valid";
  requirement: DataRequirement;
  idempotencyKey: string | null;
  formUse: FormUse | null;
  /** The columns to send back, or null for an empty response. */
  returning: readonly Column[] | null;
};

/**
 * Reads PostgREST's insert as supabase-js sends it: `?columns=`, `?select=`, `Prefer`, and a body of one
 * row, alone or in a list. Everything else is rejected.
 */
export function readInsert(request: {
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  body: unknown;
}): InsertRequest | ApiError {
  const { headers } = request;
  const { columns = null, select = "*", ...others } = request.query;
  const isSupported =
    (columns === null || typeof columns === "string") && typeof select === "string";
  if (!isSupported || Object.keys(others).length > 0) return unsupportedQuery;
  if (headers.accept?.includes("application/vnd.pgrst.object")) return notAcceptable;
  const prefer = String(headers["prefer"] ?? "");
  // An upsert would need the right to update.
  if (prefer.includes("resolution=merge-duplicates")) return permissionDenied;

  const returned = select === "*" ? COLUMNS : readNames(select);
  if (!returned.every(isColumn)) return unknownColumn(returned);
  const row = readRow(request.body);
  if (!row) return emptyOrInvalidJson;
  const names = columns === null ? Object.keys(row) : readNames(columns);
  const checked = findUnusable(names) ?? checkRow(pick(row, names));
  if (checked.kind === "rejected") return checked;
  const idempotencyKey = String(headers["idempotency-key"] ?? "") || null;
  if (idempotencyKey !== null && idempotencyKey.length > MAX_KEY_LENGTH) {
    return checkFailed("idempotency_key");
  }
  return {
    kind: "valid",
    requirement: checked.requirement,
    idempotencyKey,
    formUse: readFormUse(headers),
    returning: prefer.includes("return=representation") ? returned : null,
  };
}

type Row = Record<string, unknown>;

/** The one row of a body; undefined when there is none, or more. */
function readRow(body: unknown): Row | undefined {
  const parsed = parseJson(body);
  const [row, ...more] = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  const isRow = typeof row === "object" && row !== null && !Array.isArray(row) && more.length === 0;
  return isRow ? (row as Row) : undefined;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body as Buffer | undefined));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Column names as supabase-js writes them: separated by commas, sometimes in quotes. */
function readNames(list: string): string[] {
  return list.split(",").map((name) => name.trim().replaceAll('"', ""));
}

function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name);
}

function unknownColumn(names: readonly string[]): ApiError {
  const unknown = names.find((name) => !isColumn(name)) ?? "";
  return apiError(400, "42703", `column ${TABLE}.${unknown.slice(0, 100)} does not exist`);
}

function findUnusable(names: string[]): ApiError | undefined {
  const unknown = names.find((name) => !isColumn(name));
  if (unknown === undefined) return names.every(isField) ? undefined : permissionDenied;
  const shown = unknown.slice(0, 100);
  const message = `Could not find the '${shown}' column of '${TABLE}' in the schema cache`;
  return apiError(400, "PGRST204", message);
}

function isField(name: string): boolean {
  return (FIELDS as readonly string[]).includes(name);
}

function pick(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
