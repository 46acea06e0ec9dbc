/** The errors of an insert, with the statuses, codes and words that PostgREST has for them. */

import { TABLE } from "../../../contract/addresses.ts";
import type { Field } from "../../../domain/data-requirement.ts";
import { ApiError } from "../api-error.ts";

export function invalidJson(): ApiError {
  return new ApiError(400, "PGRST102", "Empty or invalid json");
}

/** 401 for the anonymous role, 403 for others. */
export function permissionDenied(): ApiError {
  return new ApiError(401, "42501", `permission denied for table ${TABLE}`);
}

export function unknownTable(name: string): ApiError {
  const message = `Could not find the table 'public.${name.slice(0, 200)}' in the schema cache`;
  return new ApiError(404, "PGRST205", message);
}

export function unknownColumn(name: string): ApiError {
  const shown = name.slice(0, 100);
  const message = `Could not find the '${shown}' column of '${TABLE}' in the schema cache`;
  return new ApiError(400, "PGRST204", message);
}

export function wrongType(field: Field): ApiError {
  const message = `invalid input syntax for column "${field}" of "${TABLE}"`;
  return new ApiError(400, "22P02", message);
}

export function invalidKey(): ApiError {
  return new ApiError(400, "22P02", "Idempotency-Key is not a UUID");
}

export function missingValue(field: Field): ApiError {
  const message = `null value in column "${field}" of relation "${TABLE}" violates not-null constraint`;
  return new ApiError(400, "23502", message);
}

export function checkFailed(column: string): ApiError {
  const message = `new row for relation "${TABLE}" violates check constraint "${TABLE}_${column}_check"`;
  return new ApiError(400, "23514", message);
}
