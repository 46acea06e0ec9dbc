import { createHash } from "node:crypto";

import type { Client } from "pg";

import { findReservedName, SCHEMA } from "../../domain/fields.ts";
import { REPLY_PROMISE_HOURS } from "../../domain/reply-promise.ts";
import { toDirectInserts } from "./direct-inserts.ts";
import { preventStart } from "./errors.ts";
import { CHECK_FUNCTION, earlierValueOf, toCheckTrigger, type Schema } from "./postgres-rules.ts";
import { quoted } from "./rows.ts";

type Connection = Pick<Client, "query">;

/** `direct` also lets visitors insert through PostgREST. `migratePostgres` never turns it off. */
export type SchemaOptions = { direct?: boolean; schema?: Schema };

/**
 * Brings a database to this version by SQL that may run repeatedly. Changes nothing and locks
 * nothing if the database already has this version.
 */
export async function migratePostgres(
  client: Connection,
  options: SchemaOptions = {},
): Promise<void> {
  if (toChanges(await readState(client), options) === null) return;
  await client.query("begin");
  try {
    // Servers that start at the same time would create the same objects.
    await client.query(`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`);
    const changes = toChanges(await readState(client), options);
    if (changes !== null) await client.query(changes);
    await client.query("commit");
  } catch (error) {
    // Ignores a lost connection, because the first error is the one to report.
    await client.query("rollback").catch(() => {});
    throw explain(error);
  }
}

/** Rejects unless the database has this version. */
export async function assertPostgresMigrated(client: Connection): Promise<void> {
  if (toChanges(await readState(client), {}) === null) return;
  throw preventStart(
    'The database does not have this version: start the server of this version, or run "npm run migrate".',
  );
}

/** An arbitrary number, which is the same in all versions. */
const ADVISORY_LOCK_KEY = 1_127_120_000;

/** Returns the SQL that `migratePostgres` runs in a transaction. */
export function toPostgresSchema({ direct = false, schema = SCHEMA }: SchemaOptions = {}): string {
  const reserved = findReservedName(Object.keys(schema));
  if (reserved !== null) throw preventStart(reserved);
  const server = [SETTINGS, TABLES, toColumns(schema), TRIGGERS, toCheckTrigger(schema), RIGHTS];
  const sql = [...server, ...(direct ? [toDirectInserts()] : [])].join("");
  const hash = createHash("sha256").update(sql).digest("hex");
  return `${sql}comment on function ${CHECK_FUNCTION} is '${direct ? DIRECT : "server"} ${hash}';\n`;
}

const DIRECT = "direct";

/** `comment` is null if the database has no schema yet. */
type State = { comment: string | null; version: number };

async function readState(client: Connection): Promise<State> {
  const { rows } = await client.query<State>(`
    select obj_description(to_regprocedure('${CHECK_FUNCTION}'), 'pg_proc') as comment,
      current_setting('server_version_num')::int as version`);
  return rows[0] as State;
}

/** Returns null if the database already has this version. */
function toChanges({ comment, version }: State, options: SchemaOptions): string | null {
  if (version < 140_000) throw preventStart("The database must be PostgreSQL 14 or later.");
  const isDirect = comment?.startsWith(DIRECT) ?? false;
  const sql = toPostgresSchema({ ...options, direct: isDirect || options.direct === true });
  return comment !== null && sql.endsWith(` is '${comment}';\n`) ? null : sql;
}

/** Explains errors of the SQL itself. Other errors, such as a lost connection, may pass. */
function explain(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (!/^(0A|22|23|42|P0)/.test(String(code))) return error;
  return preventStart(`The database cannot be brought to this version: ${String(message)}.`, error);
}

/** Gives up soon if a long read, such as pg_dump, blocks this change, because inserts would wait behind it. */
const SETTINGS = `
set local lock_timeout = '2s';
`;

/**
 * The tables are in `public`, because poolers do not keep a search path. The functions are in `private`, which PostgREST
 * does not expose. The tables have no checks, because a rule must not apply to earlier requests.
 */
const TABLES = `
create schema if not exists private;

create table if not exists public.data_requirements (
  -- The idempotency key or, without one, a random ID. PostgREST exposes request headers as a setting.
  id          uuid primary key default coalesce(
    nullif(nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', '')::uuid,
    gen_random_uuid()),
  created_at  timestamptz not null default now(),
  -- Null until somebody changes the row. A copied row has the time of the copy.
  changed_at  timestamptz,
  -- Set at insert, so that it does not change if we change the reply promise later.
  reply_due   timestamptz not null,
  replied_at  timestamptz,
  replied_by  text,
  spam_reason text,
  note        text,
  noted_at    timestamptz,
  noted_by    text,
  -- Here, because an index needs it. The other fields follow.
  email       text
);
create index if not exists data_requirements_newest on public.data_requirements (created_at, id);
create index if not exists data_requirements_listed
  on public.data_requirements (spam_reason, replied_at, reply_due, created_at, id);
create index if not exists data_requirements_email on public.data_requirements (lower(email));

-- The outbox: one row per subject and channel. The subject is the ID of a request; \`digest\`, \`spam\` or, with the channel
-- \`any\`, \`reminder 2026-11-28\`, which are messages about several requests; or \`channel\`, whose row makes the trigger
-- create the notifications of this channel.
create table if not exists public.request_notifications (
  subject         text not null,
  channel         text not null,
  -- Null for other subjects.
  request_id      uuid references public.data_requirements (id) on delete cascade,
  -- When the request was stored. For a channel, when a program last confirmed that it has it.
  queued_at       timestamptz not null,
  -- Since the last success. For spam, 1 after a message that counts spam has included it.
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at    timestamptz,
  -- Time of the first failure since the last success, and code of the newest, such as "550 5.7.1, DATA".
  failing_since   timestamptz,
  failure         text,
  -- Copied from the request, so that the index of due rows contains no spam.
  is_spam         boolean not null,
  primary key (subject, channel)
);
create index if not exists request_notifications_request on public.request_notifications (request_id);
create index if not exists request_notifications_pending on public.request_notifications (channel, queued_at)
  where request_id is not null and delivered_at is null and not is_spam;
create index if not exists request_notifications_uncounted
  on public.request_notifications (channel) where is_spam and attempts = 0;
create index if not exists request_notifications_failing
  on public.request_notifications (channel) where failing_since is not null;
create index if not exists request_notifications_delivered
  on public.request_notifications (channel, delivered_at);

-- Key for the IDs of forms that were posted without JavaScript. Visitors must not be able to compute these IDs.
create table if not exists public.request_form_secret (secret text primary key);
insert into public.request_form_secret
  select replace(gen_random_uuid()::text || gen_random_uuid(), '-', '')
  where not exists (select from public.request_form_secret);
`;

/** A new column gets its default, `earlierValue`, in all earlier rows. */
function toColumns(schema: Schema): string {
  const fields = Object.entries(schema).map(([field, definition]) => ({
    name: field,
    column: quoted(field),
    type: definition.control === "checkboxes" ? "text[]" : "text",
    earlier: earlierValueOf(definition),
  }));
  const list = (toItem: (field: (typeof fields)[number]) => string) =>
    fields.map(toItem).join(",\n  ");
  return `
alter table public.data_requirements
  ${list(({ column, type, earlier }) => `add column if not exists ${column} ${type} default ${earlier}`)};
do $$
declare
  changed text := (select field from (values
    ${list(({ name, column, type }) => `('${name}', pg_typeof((null::public.data_requirements).${column}), '${type}'::regtype)`)}
  ) as fields (field, stored, described) where stored <> described limit 1);
begin
  if changed is not null then
    raise 'The field % cannot change to or from checkboxes: give the new field another name', changed;
  end if;
end $$;
alter table public.data_requirements
  alter column reply_due set default now() + interval '${REPLY_PROMISE_HOURS} hours',
  ${list(({ column, earlier }) => `alter column ${column} set default ${earlier}`)};
`;
}

/** The functions run with their owner's privileges, because visitors have none on the outbox. */
const TRIGGERS = `
-- Reads the row again, because another trigger may have marked it as spam.
create or replace function private.queue_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.request_notifications (subject, channel, request_id, queued_at, next_attempt_at, is_spam)
    select request.id, known.channel, request.id, request.created_at, request.created_at,
      request.spam_reason is not null
    from public.data_requirements as request cross join public.request_notifications as known
    where request.id = new.id and known.subject = 'channel';
  return null;
end $$;
create or replace trigger request_notifications_queue after insert on public.data_requirements
  for each row execute function private.queue_notifications();

create or replace function private.record_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Not now(), because an update may wait for a lock, and lists may be read meanwhile.
  new.changed_at := clock_timestamp();
  return new;
end $$;
create or replace trigger data_requirements_change before update on public.data_requirements
  for each row execute function private.record_change();

create or replace function private.copy_spam_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.request_notifications
    set is_spam = new.spam_reason is not null, failing_since = null, failure = null
    where request_id = new.id;
  return null;
end $$;
create or replace trigger request_notifications_spam after update of spam_reason on public.data_requirements
  for each row execute function private.copy_spam_flag();
`;

/** Row-level security does not prevent `truncate`, which older Supabase projects grant to visitors on new tables. */
const RIGHTS = `
alter table public.data_requirements enable row level security;
alter table public.request_notifications enable row level security;
alter table public.request_form_secret enable row level security;
do $$
declare
  role text;
begin
  for role in
    select 'public' union all
    select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute 'revoke all on table public.data_requirements, public.request_notifications, '
      || 'public.request_form_secret from ' || role;
  end loop;
end $$;
revoke all on function ${CHECK_FUNCTION}, private.queue_notifications(), private.record_change(),
  private.copy_spam_flag() from public;
`;
