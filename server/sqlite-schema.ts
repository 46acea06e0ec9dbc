import {
  BUDGET_OPTIONS,
  FIELDS,
  HARDWARE_LIMITS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  type Field,
} from "../domain/data-requirement.ts";
import { LONGEST_KEY } from "./columns.ts";

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

  create table if not exists outbox_channels (channel text primary key) strict;

  create table if not exists outbox (
    requirement_id text not null references data_requirements (id) on delete cascade,
    channel text not null,
    attempts integer not null default 0,
    next_attempt_at text not null,
    delivered_at text,
    last_error text,
    primary key (requirement_id, channel)
  ) strict, without rowid;

  create index if not exists outbox_pending
    on outbox (channel, next_attempt_at) where delivered_at is null;

  -- In the insert's own transaction: no request is stored and then forgotten.
  create trigger if not exists data_requirements_queue after insert on data_requirements
  begin
    insert into outbox (requirement_id, channel, next_attempt_at)
      select new.id, channel, new.created_at from outbox_channels;
  end;
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
