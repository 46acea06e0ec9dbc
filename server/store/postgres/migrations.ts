import type { ClientBase } from "pg";

import { readMigrations, type Migration } from "../migrations.ts";
import { StoreUnavailable, type Channel } from "../store.ts";

/** The Supabase CLI's folder. */
export const POSTGRES_MIGRATIONS = readMigrations(
  new URL("../../../supabase/migrations/", import.meta.url),
);

/** `server_version_num` of the oldest release with the functions that the schema uses. */
const MIN_VERSION = 130_000;

/**
 * Applies pending migrations and adds the channels, in one transaction and once, however many
 * servers start together. Closing the connection rolls back a failed migration.
 */
export async function migrate(
  client: ClientBase,
  { location, channels }: { location: string; channels: readonly Channel[] },
): Promise<void> {
  await assertSupported(client, location);
  try {
    await client.query(LOCK);
    const missing = await readMissing(client);
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
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    await client.query("rollback");
    throw unsuitable(location, await explainPermission(client), error);
  }
}

/** Row level security hides rows without an error, which would look like an empty list. */
export async function checkReadable(client: ClientBase, location: string): Promise<void> {
  const { rows } = await client.query<{ hidden: boolean | null; username: string }>(HIDDEN);
  const [{ hidden, username } = { hidden: null, username: "" }] = rows;
  if (!hidden) return;
  const problem =
    "row level security hides the requests from this user; as the tables' owner, run: create policy " +
    `data_requirements_${username.replaceAll(/\W/g, "")} on public.data_requirements ` +
    `for select to ${username} using (true)`;
  throw unsuitable(location, problem);
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
  select quote_ident(current_user) as username, row_security_active(requirements)
    and not exists (
      select from pg_policy
      where polrelid = requirements and polcmd in ('r', '*')
        and pg_get_expr(polqual, polrelid) = 'true'
        and exists (
          select from unnest(polroles) as policy_role
          where case when policy_role = 0 then true else pg_has_role(policy_role, 'usage') end)
    ) as hidden
  from to_regclass('public.data_requirements') as requirements`;

/** Read first, so that a user without the right to create tables can start on an existing schema. */
async function readMissing(client: ClientBase): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ ledger: string | null }>(
    "select to_regclass('private.applied_migrations') as ledger",
  );
  if (tables[0]?.ledger === null) return POSTGRES_MIGRATIONS;
  const { rows } = await client.query<{ name: string }>(
    "select name from private.applied_migrations",
  );
  const applied = new Set(rows.map(({ name }) => name));
  return POSTGRES_MIGRATIONS.filter(({ name }) => !applied.has(name));
}

async function assertSupported(client: ClientBase, location: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding`,
  );
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < MIN_VERSION) throw unsuitable(location, "PostgreSQL 13 or later is needed");
  if (encoding === "UTF8") return;
  const remedy = "create one with: create database … encoding 'UTF8' template template0";
  throw unsuitable(location, `its encoding is ${encoding}, not UTF8; ${remedy}`);
}

function unsuitable(location: string, problem: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(`${location}: ${problem}.`, { transient: false, cause });
}

/** The statements a superuser has to run so that this user can create or change the tables. */
async function explainPermission(client: ClientBase): Promise<string> {
  type Rights = {
    username: string;
    database: string;
    anon: boolean;
    creates: boolean;
    owner: string | null;
  };
  const { rows } = await client.query<Rights>(
    `select quote_ident(current_user) as username, quote_ident(current_database()) as database,
      exists (select from pg_roles where rolname = 'anon') as anon,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as creates,
      (select quote_ident(pg_get_userbyid(nspowner)) from pg_namespace
        where nspname = 'private' and not pg_has_role(nspowner, 'usage')) as owner`,
  );
  const { username, database, anon, creates, owner } = rows[0] as Rights;
  const create = [
    `grant create on database ${database} to ${username}`,
    `grant create on schema public to ${username}`,
  ];
  const statements = [
    ...(creates || owner !== null ? [] : create),
    ...(anon ? [] : ["create role anon nologin noinherit"]),
    owner === null ? `grant anon to ${username}` : `grant ${owner} to ${username}`,
  ];
  return `the user may not create or change its tables; as a superuser, run: ${statements.join("; ")}`;
}
