import {
  FIELDS,
  findProblem,
  isList,
  REQUIRED_FIELDS,
  type DataRequirement,
  type Field,
} from "../../../domain/data-requirement.ts";
import { apiError, TABLE, type ApiError } from "./api-error.ts";

/**
 * The row that PostgreSQL would store, or its error: types first, then not-null in the order of the
 * columns, then checks. The domain defines which values are valid.
 */
export function checkRow(
  row: Partial<Record<Field, unknown>>,
): ApiError | { kind: "valid"; requirement: DataRequirement } {
  const values: Partial<Record<Field, Value>> = {};
  for (const field of FIELDS) {
    const value = row[field] ?? null;
    if (!hasType(field, value)) return wrongType(field);
    const error = findUnstorable(value);
    if (error) return error;
    values[field] = value;
  }
  const missing = REQUIRED_FIELDS.find((field) => values[field] === null);
  if (missing) {
    const message = `null value in column "${missing}" of relation "${TABLE}" violates not-null constraint`;
    return apiError(400, "23502", message);
  }
  const invalid = FIELDS.find((field) => findProblem(field, values[field] ?? null));
  if (invalid) return checkFailed(invalid);
  return { kind: "valid", requirement: values as DataRequirement };
}

export function checkFailed(column: string): ApiError {
  const message = `new row for relation "${TABLE}" violates check constraint "${TABLE}_${column}_check"`;
  return apiError(400, "23514", message);
}

type Value = string | string[] | null;

function hasType(field: Field, value: unknown): value is Value {
  if (value === null) return true;
  if (!isList(field)) return typeof value === "string";
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function wrongType(field: Field): ApiError {
  const details = `${field} must be ${isList(field) ? "a list of strings" : "a string"}.`;
  return apiError(400, "22P02", "invalid input syntax", { details });
}

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function findUnstorable(value: Value): ApiError | undefined {
  const text = Array.isArray(value) ? value.join() : (value ?? "");
  if (text.includes("\0")) {
    const details = "\\u0000 cannot be converted to text.";
    return apiError(400, "22P05", "unsupported Unicode escape sequence", { details });
  }
  if (text.isWellFormed()) return undefined;
  return apiError(400, "22P02", "invalid input syntax for type json");
}
