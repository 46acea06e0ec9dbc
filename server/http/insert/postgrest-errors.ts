/** PostgREST's errors for an insert: https://docs.postgrest.org/en/v12/references/errors.html */

import { TABLE } from "../../../contract/routes.ts";
import { ApiError } from "../api-error.ts";

export function invalidJson(): ApiError {
  return new ApiError(400, "PGRST102", "Empty or invalid json");
}

/** PostgREST sends 401 to the anonymous role, and 403 to other roles. */
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

export function missingValue(name: string): ApiError {
  const message = `null value in column "${name}" of relation "${TABLE}" violates not-null constraint`;
  return new ApiError(400, "23502", message);
}

export function invalidValue(fieldOrHeader: string): ApiError {
  return new ApiError(400, "22P02", `invalid value for "${fieldOrHeader}"`);
}
