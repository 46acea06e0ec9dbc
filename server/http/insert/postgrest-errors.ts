/** The errors of an insert, with statuses and codes of PostgREST, which has more of them. */

import { TABLE } from "../../../contract/routes.ts";
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

/** Of a field, or of the key in its header. */
export function invalidValue(name: string): ApiError {
  return new ApiError(400, "22P02", `invalid value for "${name}"`);
}
