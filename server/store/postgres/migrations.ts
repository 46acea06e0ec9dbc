import type { ClientBase } from "pg";

import { findMissing, readMigrations, type Migration } from "../migrations.ts";
import { StoreUnavailable, type Channel } from "../store.ts";

/** The Supabase CLI's folder. */
export const POSTGRES_MIGRATIONS = readMigrations(
  new URL("../../../supabase/migrations/", import.meta.url),
);

/**
 * Applies the migrations that a database lacks and adds the channels, in one transaction and once, however
 * many servers start together. Closing the connection rolls back a failed migration.
 */
export async function migrate(
  client: ClientBase,
  { location, channels }: { location: string; channels: readonly Channel[] },
  migrations: readonly Migration[] = POSTGRES_MIGRATIONS,
): Promise<void> {
  await assertEveryCharacterFits(client, location);
  await client.query(LOCK);
  const missing = findMissing(migrations, { applied: await readApplied(client), location });
  if (missing.length > 0) await client.query(CREATE_MIGRATIONS_TABLE);
  for (const { name, sql } of missing) {
    await client.query(sql);
    await client.query("insert into private.applied_migrations (name) values ($1)", [name]);
  }
  await client.query(
    "insert into private.outbox_channels select unnest($1::text[]) on conflict do nothing",
    [channels],
  );
  await client.query("commit");
}

/** Row level security hides rows without an error, which would look like an empty list. */
export async function assertReadable(client: ClientBase, location: string): Promise<void> {
  const { rows } = await client.query<{ hidden: boolean }>(HIDDEN);
  if (!rows[0]?.hidden) return;
  const problem =
    "row level security hides the requests from this user; see docs/backends.md#users";
  throw new StoreUnavailable(`${location}: ${problem}.`, { transient: false });
}

const LOCK = `
  begin;
  set local lock_timeout = '30s';
  select pg_advisory_xact_lock(7351946108);
  set local lock_timeout = '4s'`;

const CREATE_MIGRATIONS_TABLE = `
  create schema if not exists private;
  create table if not exists private.applied_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`;

const HIDDEN = `
  select row_security_active('public.data_requirements') and not exists (
    select from pg_policies
    where schemaname = 'public' and tablename = 'data_requirements' and qual = 'true'
      and roles && array['public', current_user]) as hidden`;

async function assertEveryCharacterFits(client: ClientBase, location: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  const problem = `its encoding is ${encoding}, not UTF8; see docs/backends.md#rights`;
  throw new StoreUnavailable(`${location}: ${problem}.`, { transient: false });
}

/** Null where no server has migrated. The Supabase CLI records its own: every file may run more than once. */
async function readApplied(client: ClientBase): Promise<Set<string> | null> {
  const { rows: tables } = await client.query<{ applied: string | null }>(
    "select to_regclass('private.applied_migrations') as applied",
  );
  if (tables[0]?.applied === null) return null;
  const { rows } = await client.query<{ name: string }>(
    "select name from private.applied_migrations",
  );
  return new Set(rows.map(({ name }) => name));
}
