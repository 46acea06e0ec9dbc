/** PostgREST's errors for an insert: https://docs.postgrest.org/en/v12/references/errors.html */

import { TABLE } from "../../../contract/routes.ts";
import type { FieldName } from "../../../domain/fields.ts";
import { HttpError } from "../http-error.ts";

/** Without a code, the page says that the request may be stored. */
export function toPostgrestBody({ statusCode, code, message, details, mayBeStored }: HttpError) {
  if (mayBeStored) return { details: null, hint: null, message };
  code ??= CODES[statusCode] ?? INVALID;
  return { code, details: details ?? null, hint: null, message };
}

const INVALID = "PGRST102";

/** Codes for errors that other modules throw, by status. */
const CODES: Record<number, string> = {
  403: "42501",
  // PostgREST turns SQLSTATE class 54 (program limit exceeded) into 413.
  413: "54000",
  429: "PT429",
  500: "XX000",
  503: "PGRST000",
};

export function invalidJson(): HttpError {
  return new HttpError(400, "Empty or invalid json", { code: INVALID });
}

/** PostgREST sends 401 to the anonymous role, and 403 to other roles. */
export function permissionDenied(): HttpError {
  return new HttpError(401, `permission denied for table ${TABLE}`, { code: "42501" });
}

export function unknownTable(name: string): HttpError {
  const message = "Could not find the table in the schema cache";
  return new HttpError(404, message, { code: "PGRST205", details: name.slice(0, 200) });
}

export function unknownColumn(name: string): HttpError {
  const message = `Could not find a column of '${TABLE}' in the schema cache`;
  return new HttpError(400, message, { code: "PGRST204", details: name.slice(0, 100) });
}

export function missingValue(field: FieldName): HttpError {
  const message = `null value in column "${field}" of relation "${TABLE}" violates not-null constraint`;
  return new HttpError(400, message, { code: "23502" });
}

export function invalidValue(fieldOrHeader: FieldName | "Idempotency-Key"): HttpError {
  return new HttpError(400, `invalid value for "${fieldOrHeader}"`, { code: "22P02" });
}
