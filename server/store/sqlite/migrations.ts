import type { DatabaseSync } from "node:sqlite";

/**
 * Brings a file up to date within the caller's transaction: `pragma user_version` counts the
 * migrations that it has had. Those that were released are never edited; new ones go at the end.
 */
export function migrate(database: DatabaseSync): void {
  const version = schemaVersion(database);
  if (version > MIGRATIONS.length) throw new NewerSchema();
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  if (version < MIGRATIONS.length) database.exec(`pragma user_version = ${MIGRATIONS.length}`);
}

export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare("pragma user_version").get()?.["user_version"]);
}

/** The file was written by a later release. */
export class NewerSchema extends Error {}

/**
 * The rules of `domain/data-requirement.ts` once more, as they were when each was written. The first
 * also takes over files from before migrations were numbered, in which everything exists.
 */
export const MIGRATIONS = [
  `
  create table if not exists data_requirements (
    sequence integer primary key autoincrement,
    id text not null unique,
    created_at text not null,
    full_name text not null check (trim(full_name) <> '' and length(full_name) <= 200),
    email text not null check (trim(email) <> '' and length(email) <= 254),
    phone text not null check (trim(phone) <> '' and length(phone) <= 200),
    company text not null check (trim(company) <> '' and length(company) <= 200),
    role_title text check (length(role_title) <= 200),
    data_type text check (length(data_type) <= 5000),
    data_amount text check (length(data_amount) <= 5000),
    timeline text check (length(timeline) <= 5000),
    hardware_setup text check (json_array_length(hardware_setup) <= 20),
    additional_hardware text check (length(additional_hardware) <= 5000),
    budget_range text
      check (budget_range in ('under-10k', '10k-50k', '50k-100k', '100k-plus', 'discuss')),
    idempotency_key text unique check (length(idempotency_key) <= 100),
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

  -- In the insert's own transaction: no request is stored without its notifications.
  create trigger if not exists data_requirements_queue after insert on data_requirements
  begin
    insert into outbox (requirement_id, channel, next_attempt_at)
      select new.id, channel, new.created_at from outbox_channels;
  end;
  `,
  `
  -- Lists go by time, and the backlog is counted from indexes alone.
  create index data_requirements_newest on data_requirements (created_at desc, id desc);

  alter table outbox add column queued_at text;
  update outbox set queued_at =
    (select created_at from data_requirements where id = requirement_id);
  create index outbox_oldest on outbox (queued_at, channel) where delivered_at is null;
  create index outbox_failing on outbox (channel)
    where delivered_at is null and last_error is not null;

  drop trigger data_requirements_queue;
  create trigger data_requirements_queue after insert on data_requirements
  begin
    insert into outbox (requirement_id, channel, next_attempt_at, queued_at)
      select new.id, channel, new.created_at, new.created_at from outbox_channels;
  end;
  `,
] as const;
