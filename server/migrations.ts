import { readdir, readFile } from "node:fs/promises";

/** The place where the Supabase CLI looks for them. */
const FOLDER = new URL("../supabase/migrations/", import.meta.url);

export type Migration = { name: string; sql: string };

/** The schema's steps, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, FOLDER), "utf8") })),
  );
}

/** Those not applied yet, as one text that applies each once, however many servers start together. */
export const MIGRATION_TABLE = `
  select pg_advisory_xact_lock(7351946108);
  create schema if not exists private;
  create table if not exists private.applied_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
`;
