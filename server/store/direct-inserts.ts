import { SYSTEM_COLUMNS, type FieldName } from "../../domain/fields.ts";
import { LINKS, REPORTED_REASONS } from "../../domain/spam.ts";
import { ifChanged } from "./postgres-rules.ts";
import { literal } from "./schema.ts";

/**
 * Returns SQL that lets visitors insert one request through PostgREST and read back only that one. Its triggers skip
 * inserts by the server, in which `check_requirement` does not set `private.inserted`.
 */
export function toDirectInserts(): string {
  return ACCESS + POLICIES + SPAM + LIMITS;
}

/** The field that `findSpamReason` checks for links. */
const LINK_FIELD: FieldName = "full_name";

const list = (texts: readonly string[]) => texts.map(literal).join(", ");

const ACCESS = `
-- PostgREST uses this role for visitors. Only Supabase has the roles authenticated, for signed-in users, and
-- service_role, for integrations with the secret key.
do $$
declare
  fields text;
  columns text;
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  grant usage on schema public to anon;
  -- Does not grant the whole table, because its system column xmin would reveal others' activity. Grants the columns of
  -- removed fields, too, because pages that are still open use them.
  select string_agg(quote_ident(attname), ', '),
      string_agg(quote_ident(attname), ', ') filter (where attname not in (${list(SYSTEM_COLUMNS)}))
    into columns, fields
    from pg_attribute
    where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped;
  execute format('grant insert (%s), select (%s) on public.data_requirements to anon', fields, columns);
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, update on table public.data_requirements to service_role;
  end if;
end $$;
`;

const POLICIES = ifChanged({
  object: "policy data_requirements_select_own on public.data_requirements",
  comment: `(select obj_description(oid, 'pg_policy') from pg_policy
    where polrelid = 'public.data_requirements'::regclass and polname = 'data_requirements_select_own')`,
  sql: `
drop policy if exists data_requirements_insert on public.data_requirements;
create policy data_requirements_insert on public.data_requirements
  for insert to anon with check (true);
-- With a used key, the setting contains the ID of another visitor's row. Therefore created_at must be this
-- transaction's, too.
drop policy if exists data_requirements_select_own on public.data_requirements;
create policy data_requirements_select_own on public.data_requirements
  for select to anon
  using (id::text = current_setting('private.inserted', true) and created_at = now());`,
});

const SPAM = `
-- Runs after RETURNING, so that spam gets a normal response.
create or replace function private.mark_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A field may have the name of a variable.
#variable_conflict use_variable
declare
  reported text := nullif(current_setting('request.headers', true), '')::json ->> 'spam-reason';
  reason text := case
    when reported in (${list(REPORTED_REASONS)}) then reported
    when new.${LINK_FIELD} ~* ${literal(LINKS.source)} then 'link'
  end;
begin
  if reason is null then return null; end if;
  update public.data_requirements set spam_reason = reason where id = new.id;
  -- Keeps only the newest probe request, because hourly probes would fill the list of spam.
  if reason = 'probe' then
    delete from public.data_requirements where spam_reason = 'probe' and id <> new.id;
  end if;
  return null;
end $$;
create or replace trigger data_requirements_spam after insert on public.data_requirements
  for each row when (new.id::text = current_setting('private.inserted', true))
  execute function private.mark_spam();
`;

const LIMITS = String.raw`
-- Limits inserts per IP, because with a global limit, one client could block everyone. docs/backends.md says which
-- header to trust. The database's owner may change the row. Null disables a limit.
create table if not exists private.insert_limits (
  id             integer primary key default 1 check (id = 1),
  -- Request header with the client IP; null if no proxy sets one.
  address_header text,
  per_minute     integer default 10,
  per_hour       integer default 30,
  -- Key for hashing IPs before they are stored.
  address_key    uuid not null default gen_random_uuid()
);
-- Only Supabase has this role. Its gateway overwrites this header.
insert into private.insert_limits (address_header)
  values ((select 'cf-connecting-ip' from pg_roles where rolname = 'supabase_admin')) on conflict do nothing;

-- Unlogged, so that hashed IPs are in no WAL archive and no replica.
create unlogged table if not exists private.insert_counts (
  counter bytea primary key,
  since   timestamptz not null,
  inserts integer not null
);
create index if not exists insert_counts_since on private.insert_counts (since);

-- Returns an IPv4 address (also for one mapped to IPv6) or an IPv6 /64 network. Returns null if the IP is unknown.
create or replace function private.visitor_network(header text) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  given text;
  address inet;
begin
  -- Each proxy appends the IP that it sees, so clients can forge all but the last one.
  given := btrim(split_part(headers ->> lower(header), ',', -1));
  -- Removes the port that some proxies append.
  given := regexp_replace(given, '^\[(.+)\](:\d+)?$|^([\d.]+):\d+$', '\1\3');
  address := regexp_replace(given, '^::ffff:(?=\d+\.)', '', 'i');
  return network(set_masklen(address, case family(address) when 4 then 32 else 64 end));
exception when invalid_text_representation then
  return null;
end $$;

-- Counts inserts, and rejects those over a limit. PostgREST turns SQLSTATE PT429 into status 429.
-- Rejected inserts are rolled back, and duplicate keys insert nothing, so neither is counted.
create or replace function private.limit_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.insert_limits;
  visitor text;
  period interval;
  maximum integer;
  total integer;
begin
  select * into limits from private.insert_limits;
  visitor := private.visitor_network(limits.address_header);
  if visitor is null then return null; end if;
  for period, maximum in
    values (interval '1 minute', limits.per_minute), (interval '1 hour', limits.per_hour)
  loop
    insert into private.insert_counts as known
      values (sha256(convert_to(limits.address_key || visitor || period, 'UTF8')), now(), 1)
      on conflict (counter) do update set
        since = case when known.since > now() - period then known.since else now() end,
        inserts = case when known.since > now() - period then known.inserts + 1 else 1 end
      returning inserts into total;
    if total > maximum then
      raise sqlstate 'PT429' using message = 'Too many requests';
    end if;
  end loop;
  -- Skips rows that another insert has locked, so that two inserts cannot deadlock.
  delete from private.insert_counts as expired
    where expired.counter in (
      select stale.counter from private.insert_counts as stale
      where stale.since <= now() - interval '1 hour' limit 100 for update skip locked);
  return null;
end $$;
create or replace trigger data_requirements_limit after insert on public.data_requirements
  for each row when (new.id::text = current_setting('private.inserted', true))
  execute function private.limit_inserts();

revoke all on function private.mark_spam(), private.visitor_network(text), private.limit_inserts() from public;
notify pgrst, 'reload schema';
`;
