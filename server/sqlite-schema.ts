import {
  BUDGET_OPTIONS,
  FIELDS,
  HARDWARE_LIMITS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  type Field,
} from "../domain/data-requirement.ts";
import { LONGEST_KEY } from "./insert-request.ts";

/**
 * The tables in SQLite, with the rules of the domain once more. `synchronous=full` puts every
 * commit on disk before it returns, `secure_delete` wipes what is erased.
 */
export const SQLITE_SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;

  create table if not exists data_requirements (
    sequence integer primary key autoincrement,
    id text not null unique,
    created_at text not null,
    ${FIELDS.map(declare).join(",\n    ")},
    idempotency_key text unique check (length(idempotency_key) <= ${LONGEST_KEY}),
    replied_at text
  ) strict;

  create index if not exists data_requirements_unreplied
    on data_requirements (created_at) where replied_at is null;
`;

function declare(field: Field): string {
  if (field === "budget_range") {
    const values = BUDGET_OPTIONS.map(({ value }) => `'${value}'`).join(", ");
    return `budget_range text check (budget_range in (${values}))`;
  }
  if (field === "hardware_setup") {
    const { entries } = HARDWARE_LIMITS;
    return `hardware_setup text check (json_array_length(hardware_setup) <= ${entries})`;
  }
  const fits = `length(${field}) <= ${TEXT_LIMITS[field]}`;
  return (REQUIRED_FIELDS as readonly Field[]).includes(field)
    ? `${field} text not null check (trim(${field}) <> '' and ${fits})`
    : `${field} text check (${fits})`;
}
