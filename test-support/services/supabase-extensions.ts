import { globSync } from "node:fs";

import type { HostedDatabase } from "./postgres.ts";

/** Returns true if pg_net and Vault are compiled for the PostgreSQL with this program folder. */
export function hasExtensions(programs: string): boolean {
  const compiled = globSync("../lib/**/{pg_net,supabase_vault}.so", { cwd: programs });
  return compiled.length === 2;
}

/** Installs pg_net and Vault as Supabase does or, if they are not compiled, stubs that send and encrypt nothing. */
export async function installExtensions(hosted: HostedDatabase, programs: string): Promise<void> {
  await hosted.run(hasExtensions(programs) ? EXTENSIONS : STUBS);
  await hosted.run(GRANTS);
}

const EXTENSIONS = `
  create schema extensions;
  create extension pg_net with schema extensions;
  create extension supabase_vault`;

const STUBS = `
  create schema net;
  create unlogged table net.http_request_queue (
    id bigserial, method text, url text not null, headers jsonb, body bytea, timeout_milliseconds integer not null);
  create unlogged table net._http_response (
    id bigint, status_code integer, content_type text, headers jsonb, content text, timed_out boolean, error_msg text,
    created timestamptz not null default now());
  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000)
  returns bigint language sql as $$
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
      values ('POST', $1, $4, convert_to($2::text, 'UTF8'), $5) returning id
  $$;
  grant usage on schema net to public;
  grant all on all sequences in schema net to public;
  grant all on all tables in schema net to public;

  create schema vault;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
  create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as
    'insert into vault.secrets (secret, name) values ($1, $2) returning id';
  create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as
    'update vault.secrets set secret = $2 where id = $1'`;

/** Grants what Supabase's event trigger for pg_net and its script for Vault grant. */
const GRANTS = `
  alter function net.http_post(text, jsonb, jsonb, jsonb, integer) security definer set search_path = net;
  revoke all on function net.http_post(text, jsonb, jsonb, jsonb, integer) from public;
  grant execute on function net.http_post(text, jsonb, jsonb, jsonb, integer)
    to postgres, anon, authenticated, service_role;
  grant usage on schema vault to postgres, service_role;
  grant select, delete on vault.secrets, vault.decrypted_secrets to postgres, service_role;
  grant execute on all functions in schema vault to postgres, service_role`;
