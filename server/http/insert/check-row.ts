import {
  FIELDS,
  findProblem,
  REQUIRED_FIELDS,
  type DataRequirement,
  type Field,
} from "../../../domain/data-requirement.ts";
import { apiError, TABLE, type ApiError } from "./api-error.ts";

/** No form sends values nested deeper than this. */
const MAX_DEPTH = 10;

/**
 * The row that PostgreSQL would store, or its error: types first, then not-null in the order of the
 * columns, then checks. The domain defines which values are valid.
 */
export function checkRow(
  row: Partial<Record<Field, unknown>>,
): ApiError | { kind: "accepted"; requirement: DataRequirement } {
  const values: Partial<Record<Field, string | string[] | null>> = {};
  for (const field of FIELDS) {
    const given = row[field] ?? null;
    if (isDeeperThan(MAX_DEPTH, given)) return tooDeep;
    const value = field === "hardware_setup" ? toList(given) : toText(given);
    const error = value === undefined ? malformedList : findUnstorable(value);
    if (error) return error;
    values[field] = value ?? null;
  }
  const missing = REQUIRED_FIELDS.find((field) => values[field] === null);
  if (missing) {
    const message = `null value in column "${missing}" of relation "${TABLE}" violates not-null constraint`;
    return apiError(400, "23502", message);
  }
  const invalid = FIELDS.find((field) => findProblem(field, values[field] ?? null));
  if (invalid) return checkFailed(invalid);
  return { kind: "accepted", requirement: values as DataRequirement };
}

export function checkFailed(column: string): ApiError {
  const message = `new row for relation "${TABLE}" violates check constraint "${TABLE}_${column}_check"`;
  return apiError(400, "23514", message);
}

const malformedList = apiError(400, "22P02", "malformed array literal", {
  details: "hardware_setup must be a list of strings.",
});

const tooDeep = apiError(400, "54001", "stack depth limit exceeded");

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** As PostgreSQL reads JSON into a text column: what is not a string is kept as its JSON. */
function toText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toList(value: unknown): string[] | null | undefined {
  if (value === null) return null;
  if (!Array.isArray(value) || value.some((entry) => typeof entry === "object")) return undefined;
  return value.map((entry) => toText(entry) ?? "");
}

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function findUnstorable(value: string | string[] | null): ApiError | undefined {
  const text = Array.isArray(value) ? value.join() : (value ?? "");
  if (text.includes("\0")) {
    const details = "\\u0000 cannot be converted to text.";
    return apiError(400, "22P05", "unsupported Unicode escape sequence", { details });
  }
  if (text.isWellFormed()) return undefined;
  return apiError(400, "22P02", "invalid input syntax for type json");
}
