import type { Client } from "pg";

import { FIELDS, SCHEMA } from "../../domain/fields.ts";
import { REPLY_PROMISE_HOURS } from "../../domain/reply-promise.ts";
import type { DatabaseUser } from "./database.ts";
import { toDirectInserts } from "./direct-inserts.ts";
import { LOCKED, preventStart } from "./errors.ts";
import { CHECK_FUNCTION, ifChanged, POSTGRES, toCheckTrigger } from "./postgres-rules.ts";
import { quoted } from "./rows.ts";
import {
  addableColumns,
  earlierValueOf,
  explainMigrationError,
  hashOf,
  INDEXES,
  literal,
  needsMigration,
  TABLES,
  toCreateTable,
  toSecretRow,
  toTables,
  toVersionRow,
  type DatabaseState,
  type Fields,
  type Table,
} from "./schema.ts";

type Connection = Pick<Client, "query">;

export type SchemaOptions = {
  /** Also lets visitors insert through PostgREST. Without it, this stays as it is. */
  direct?: boolean;
  schema?: Fields;
};

/**
 * Brings a database to this version by SQL that may run repeatedly, if `user` may do so and this is necessary. Otherwise,
 * changes and locks nothing.
 */
export async function migratePostgres(
  client: Connection,
  name: string,
  options: SchemaOptions & { user: DatabaseUser },
): Promise<void> {
  if ((await findMigration(client, name, options)) === null) return;
  await client.query(`begin; ${LOCK_TIMEOUT}`);
  try {
    // Servers that start at the same time would create the same objects.
    await client.query(`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`);
    const migration = await findMigration(client, name, options);
    if (migration !== null) await client.query(migration);
    await client.query("commit");
  } catch (error) {
    // Ignores a lost connection, because the first error is the one to report.
    await client.query("rollback").catch(() => {});
    throw isSqlError(error) ? explainMigrationError(error, name) : error;
  }
}

/** An arbitrary number, which is the same in all versions. */
const ADVISORY_LOCK_KEY = 1_127_120_000;

/** Returns SQL to run in a transaction. */
export function toPostgresSchema({ direct = false, schema = SCHEMA }: SchemaOptions = {}): string {
  const server = toServerSchema(schema);
  // The hash is the same with and without direct inserts. `isDirect` distinguishes them.
  const hash = hashOf(server + toDirectInserts());
  return [
    server,
    ...(direct ? [toDirectInserts()] : []),
    toVersionRow({ hash, isDirect: direct }),
  ].join("");
}

/** Resolves to null if the database already has this version. */
async function findMigration(
  client: Connection,
  name: string,
  { user, direct = false, schema = SCHEMA }: SchemaOptions & { user: DatabaseUser },
): Promise<string | null> {
  const state = await readState(client, name);
  const isDirect = state.versions.at(-1)?.isDirect ?? false;
  const hash = hashOf(toServerSchema(schema) + toDirectInserts());
  const isNeeded =
    needsMigration(state, hash, user) ||
    (direct && !isDirect) ||
    ((user === "server" || user === "migrate") && (await hasOtherRights(client, state)));
  return isNeeded ? toPostgresSchema({ direct: isDirect || direct, schema }) : null;
}

async function readState(client: Connection, name: string): Promise<DatabaseState> {
  const { rows } = await client.query<{ version: number; tables: string[] }>(
    `select current_setting('server_version_num')::int as version, array(
      select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null
    ) as tables`,
    [TABLES],
  );
  const { version = 0, tables = [] } = rows[0] ?? {};
  if (version < 140_000) throw preventStart("The database must be PostgreSQL 14 or later.");
  if (!tables.includes("request_schema")) return { name, tables, versions: [], lock: null };
  const { rows: versions } = await client.query<DatabaseState["versions"][number]>(
    `select hash, is_direct as "isDirect" from public.request_schema order by position`,
  );
  const { rows: locks } = await client.query<{ reason: string }>(
    "select reason from public.request_lock",
  );
  return { name, tables, versions, lock: locks[0]?.reason ?? null };
}

/**
 * A restore may change rights, because it applies the default privileges of the database, such as Supabase's. PostgREST's
 * roles may use no table, except that with direct inserts, `service_role` may read and update requests.
 */
async function hasOtherRights(
  client: Connection,
  { tables, versions }: DatabaseState,
): Promise<boolean> {
  const isDirect = versions.at(-1)?.isDirect ?? false;
  const { rows } = await client.query<{ differ: boolean }>(
    `select exists (
      select from unnest($1::text[]) as name, unnest(array(${API_ROLES})) as role, unnest(
        array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as action
      where has_table_privilege(role, 'public.' || name, action) <> (
        $2 and role = 'service_role' and name = 'data_requirements' and action in ('select', 'update'))
    ) or exists (
      select from pg_class
      where oid in (select to_regclass('public.' || name) from unnest($1::text[]) as name)
        and not relrowsecurity
    ) or $2 and not exists (
      select from pg_roles, pg_attribute
      where rolname = 'anon' and attrelid = 'public.data_requirements'::regclass
        and attname = $3 and has_column_privilege(rolname, attrelid, attnum, 'insert')
    ) as differ`,
    [tables, isDirect, FIELDS[0]],
  );
  return rows[0]?.differ ?? true;
}

/** Other errors, such as a lost connection, may pass. */
function isSqlError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return /^(0A|22|23|42|P0)/.test(String(code));
}

function toServerSchema(fields: Fields): string {
  const tables = toTables(POSTGRES, fields);
  return [
    SETTINGS,
    ...tables.map((table) => toCreateTable(table) + toAddColumns(table)),
    toDefaults(fields),
    INDEXES,
    toSecretRow(POSTGRES),
    TRIGGERS,
    toCheckTrigger(fields),
    RIGHTS,
  ].join("");
}

/** Gives up soon if a long read, such as pg_dump, blocks this change, because inserts would wait behind it. */
const LOCK_TIMEOUT = "set local lock_timeout = '2s';";

/**
 * The tables are in `public`, because poolers do not keep a search path. The functions are in `private`, which PostgREST
 * does not expose.
 */
const SETTINGS = `
${LOCK_TIMEOUT}
set local search_path = public;
set local client_min_messages = warning;
create schema if not exists private;
`;

/** A new column gets its default, `earlierValue`, in all earlier rows. Without a new column, locks nothing. */
function toAddColumns(table: Table): string {
  const columns = addableColumns(table);
  if (columns.length === 0) return "";
  const names = columns.map(([column]) => literal(column)).join(", ");
  const additions = columns.map(
    ([column, type]) => `add column if not exists ${quoted(column)} ${type}`,
  );
  return `
do $$
begin
  if not array[${names}]::name[] <@ array(
    select attname from pg_attribute where attrelid = '${table.name}'::regclass and not attisdropped) then
    alter table ${table.name}
      ${additions.join(",\n      ")};
  end if;
end $$;
`;
}

/** Sets defaults for inserts that do not pass our server, and rejects a field whose type has changed. */
function toDefaults(fields: Fields): string {
  const columns = Object.entries(fields).map(([name, definition]) => ({
    name,
    column: quoted(name),
    type: definition.control === "checkboxes" ? POSTGRES.list : "text",
    earlier: earlierValueOf(definition, POSTGRES),
  }));
  const list = (toItem: (field: (typeof columns)[number]) => string) =>
    columns.map(toItem).join(",\n  ");
  return `
do $$
declare
  changed text := (select field from (values
    ${list(({ name, column, type }) => `('${name}', pg_typeof((null::data_requirements).${column}), '${type}'::regtype)`)}
  ) as fields (field, stored, described) where stored <> described limit 1);
begin
  if changed is not null then
    raise 'The field % cannot change to or from checkboxes: give the new field another name', changed;
  end if;
end $$;
${ifChanged({
  object: "table public.data_requirements",
  comment: "obj_description('public.data_requirements'::regclass, 'pg_class')",
  sql: `
alter table public.data_requirements
  -- The idempotency key or, without one, a random ID. PostgREST exposes request headers as a setting.
  alter column id set default coalesce(
    nullif(nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', '')::uuid,
    gen_random_uuid()),
  alter column created_at set default now(),
  alter column reply_due set default now() + interval '${REPLY_PROMISE_HOURS} hours',
  ${list(({ column, earlier }) => `alter column ${column} set default ${earlier}`)};`,
})}`;
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

-- Runs once per statement. PostgREST turns SQLSTATE PT503 into status 503.
create or replace function private.reject_if_locked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.request_lock) then
    raise sqlstate 'PT503' using message = '${LOCKED}';
  end if;
  return null;
end $$;
create or replace trigger request_lock before insert or update or delete on public.data_requirements
  for each statement execute function private.reject_if_locked();

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

/** SQL for PostgREST's roles. Databases other than Supabase's may lack some. */
const API_ROLES = `
  select 'public' union all
  select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`;

const ALL_TABLES = TABLES.map((table) => `public.${table}`);

/** Row-level security does not prevent `truncate`, which older Supabase projects grant to visitors on new tables. */
const RIGHTS = `
do $$
declare
  role text;
  unprotected regclass;
begin
  for unprotected in
    select oid from pg_class
    where oid = any(array[${ALL_TABLES.map(literal).join(", ")}]::regclass[]) and not relrowsecurity
  loop
    execute format('alter table %s enable row level security', unprotected);
  end loop;
  for role in ${API_ROLES} loop
    execute 'revoke all on table ${ALL_TABLES.join(", ")} from ' || role;
  end loop;
end $$;
revoke all on function ${CHECK_FUNCTION}, private.queue_notifications(), private.record_change(),
  private.reject_if_locked(), private.copy_spam_flag() from public;
`;
