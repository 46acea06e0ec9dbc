import { readdir, readFile } from "node:fs/promises";

import type { ClientBase } from "pg";

import { StoreUnavailable, type Channel } from "../store.ts";

/** Where the Supabase CLI looks for them. */
const FOLDER = new URL("../../../supabase/migrations/", import.meta.url);

/** `server_version_num` of the oldest release with the functions that the schema uses. */
const MIN_VERSION = 130_000;

export type Migration = { name: string; sql: string };

/** The schema's steps, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, FOLDER), "utf8") })),
  );
}

/**
 * Applies what was not applied yet and adds the channels, in one transaction and once, however many
 * servers start together. Closing the connection undoes a migration that failed.
 */
export async function migrate(
  client: ClientBase,
  { location, channels }: { location: string; channels: readonly Channel[] },
): Promise<void> {
  await refuseUnsuitable(client, location);
  await client.query("begin");
  try {
    await client.query(START);
    const applied = await client.query<{ name: string }>(
      "select name from private.applied_migrations",
    );
    const names = new Set(applied.rows.map(({ name }) => name));
    for (const { name, sql } of await readMigrations()) {
      if (names.has(name)) continue;
      await client.query(sql);
      await client.query("insert into private.applied_migrations (name) values ($1)", [name]);
    }
    await client.query(
      "insert into private.outbox_channels select unnest($1::text[]) on conflict do nothing",
      [channels],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new StoreUnavailable(`${location}: ${await explainPermission(client)}.`, {
      transient: false,
      cause: error,
    });
  }
}

const START = `
  select pg_advisory_xact_lock(7351946108);
  create schema if not exists private;
  create table if not exists private.applied_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
`;

async function refuseUnsuitable(client: ClientBase, location: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding`,
  );
  const { version = 0, encoding = "" } = rows[0] ?? {};
  const problem =
    version < MIN_VERSION
      ? "PostgreSQL 13 or later is needed"
      : encoding !== "UTF8" && `its encoding is ${encoding}; create a database with encoding UTF8`;
  if (problem) throw new StoreUnavailable(`${location}: ${problem}.`, { transient: false });
}

/** What a superuser has to run so that this user can create the schema. */
async function explainPermission(client: ClientBase): Promise<string> {
  type Rights = { username: string; database: string; anon: boolean; creates: boolean };
  const { rows } = await client.query<Rights>(
    `select quote_ident(current_user) as username, quote_ident(current_database()) as database,
      exists (select from pg_roles where rolname = 'anon') as anon,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as creates`,
  );
  const { username = "", database = "", anon = false, creates = false } = rows[0] ?? {};
  const statements = [
    ...(creates
      ? []
      : [
          `grant create on database ${database} to ${username}`,
          `grant create on schema public to ${username}`,
        ]),
    ...(anon ? [] : ["create role anon nologin noinherit"]),
    `grant anon to ${username}`,
  ];
  return `the user may not create the tables; as a superuser, run: ${statements.join("; ")}`;
}
