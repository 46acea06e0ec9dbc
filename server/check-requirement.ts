import {
  characters,
  FIELDS,
  HARDWARE_LIMITS,
  isBudgetRange,
  isEmail,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  type DataRequirement,
  type Field,
} from "../domain/data-requirement.ts";
import { refuse, TABLE, type Refusal } from "./refusal.ts";

/** A row as it came: its 11 fields, whatever they hold. */
export type UncheckedRow = Record<Field, unknown>;

export type CheckedRow = Refusal | { kind: "accepted"; requirement: DataRequirement };

const REQUIRED: ReadonlySet<Field> = new Set(REQUIRED_FIELDS);

/**
 * The row that PostgreSQL would store, or its refusal: types first, then not-null in the order of
 * the columns, then checks. The tables enforce the same rules again.
 */
export function checkRequirement(row: UncheckedRow): CheckedRow {
  const texts: Partial<Record<Field, string | string[] | null>> = {};
  for (const field of FIELDS) {
    const text = field === "hardware_setup" ? toList(row[field]) : toText(row[field]);
    const refusal = text === undefined ? malformedList : unstorable(text);
    if (refusal) return refusal;
    texts[field] = text ?? null;
  }
  const blank = REQUIRED_FIELDS.find((field) => texts[field] === null);
  if (blank) {
    const message = `null value in column "${blank}" of relation "${TABLE}" violates not-null constraint`;
    return refuse(400, "23502", message);
  }
  const broken = FIELDS.find((field) => !obeysRules(field, texts[field] ?? null));
  if (broken) return checkFailed(broken);
  return { kind: "accepted", requirement: texts as DataRequirement };
}

export function checkFailed(column: string): Refusal {
  const message = `new row for relation "${TABLE}" violates check constraint "${TABLE}_${column}_check"`;
  return refuse(400, "23514", message);
}

const malformedList = refuse(400, "22P02", "malformed array literal", {
  details: "hardware_setup must be a list of strings.",
});

/** As PostgreSQL reads JSON into a text column: what is not a string is kept as its JSON. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toList(value: unknown): string[] | null | undefined {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return undefined;
  const flat = value.every((entry) => typeof entry !== "object");
  return flat ? value.map((entry) => toText(entry) ?? "") : undefined;
}

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function unstorable(text: string | string[] | null): Refusal | undefined {
  const all = Array.isArray(text) ? text.join() : (text ?? "");
  if (all.includes("\0")) {
    const details = "\\u0000 cannot be converted to text.";
    return refuse(400, "22P05", "unsupported Unicode escape sequence", { details });
  }
  return all.isWellFormed()
    ? undefined
    : refuse(400, "22P02", "invalid input syntax for type json");
}

function obeysRules(field: Field, value: string | string[] | null): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) {
    return (
      value.length <= HARDWARE_LIMITS.entries &&
      value.every((entry) => characters(entry) <= HARDWARE_LIMITS.characters)
    );
  }
  if (field === "budget_range") return isBudgetRange(value);
  if (field === "hardware_setup") return false;
  if (REQUIRED.has(field) && value.trim() === "") return false;
  if (field === "email" && !isEmail(value)) return false;
  return characters(value) <= TEXT_LIMITS[field];
}
