-- data_requirements: anyone may insert a row and read that one row back, and no other.
--
-- Can run any number of times on PostgreSQL 13 and later, PGlite and Supabase, as a superuser or as
-- the owner of the database with CREATEROLE. Later changes are separate files.

do $$
declare
  may_set boolean;
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  -- Our server inserts as anon too. Since PostgreSQL 16, creating a role does not include the right to
  -- SET ROLE to it.
  if current_setting('server_version_num')::int >= 160000 then
    may_set := pg_has_role(current_user, 'anon', 'SET');
  else
    may_set := pg_has_role(current_user, 'anon', 'MEMBER');
  end if;
  if not may_set then
    execute format('grant anon to %I', current_user);
  end if;
exception when duplicate_object or unique_violation then
  null; -- Created meanwhile by another server, or for another database of this cluster.
end $$;

-- Not exposed by PostgREST, which serves the schema public only.
create schema if not exists private;
revoke all on schema private from public;

-- A check cannot contain a subquery, so the rule for the entries of a list is a function.
create or replace function private.is_hardware_list(entries text[]) returns boolean
language sql immutable parallel safe as $$
  select coalesce(array_ndims(entries), 1) = 1
     and cardinality(entries) <= 20
     and not exists (
       select from unnest(entries) as entry where entry is null or char_length(entry) > 100
     )
$$;
grant execute on function private.is_hardware_list(text[]) to public;

-- Blank characters are those that JavaScript's trim() removes, listed one by one: [[:space:]] depends
-- on the database's locale.
create table if not exists public.data_requirements (
  id                  uuid primary key default gen_random_uuid(),
  created_at          timestamptz not null default now(),
  full_name           text not null,
  email               text not null,
  phone               text not null,
  company             text not null,
  role_title          text,
  data_type           text,
  data_amount         text,
  timeline            text,
  hardware_setup      text[],
  additional_hardware text,
  budget_range        text,
  -- Created by the client before its first attempt; PostgREST exposes request headers as a setting.
  idempotency_key     text default nullif(
    nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', ''),
  replied_at          timestamptz,
  -- The transaction that inserted the row: the select policy depends on it.
  created_in          xid8 not null default pg_current_xact_id(),

  constraint data_requirements_full_name_check check (
    char_length(full_name) <= 200
    and full_name ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  constraint data_requirements_email_check check (
    char_length(email) <= 254
    and email ~ '^[^@\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+@[^@.\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+(\.[^@.\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+)+$'),
  constraint data_requirements_phone_check check (
    char_length(phone) <= 200
    and phone ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  constraint data_requirements_company_check check (
    char_length(company) <= 200
    and company ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  constraint data_requirements_role_title_check check (char_length(role_title) <= 200),
  constraint data_requirements_data_type_check check (char_length(data_type) <= 5000),
  constraint data_requirements_data_amount_check check (char_length(data_amount) <= 5000),
  constraint data_requirements_timeline_check check (char_length(timeline) <= 5000),
  constraint data_requirements_hardware_setup_check check (private.is_hardware_list(hardware_setup)),
  constraint data_requirements_additional_hardware_check check (
    char_length(additional_hardware) <= 5000),
  constraint data_requirements_budget_range_check check (
    budget_range in ('under-10k', '10k-50k', '50k-100k', '100k-plus', 'discuss')),
  constraint data_requirements_idempotency_key_key unique (idempotency_key),
  constraint data_requirements_idempotency_key_check check (char_length(idempotency_key) <= 100)
);

-- For the list, newest first, and for the count of overdue replies.
create index if not exists data_requirements_newest
  on public.data_requirements (created_at desc, id desc);
create index if not exists data_requirements_unreplied
  on public.data_requirements (created_at) where replied_at is null;

alter table public.data_requirements enable row level security;

-- Supabase used to grant ALL on new tables: everything is revoked first.
revoke all on table public.data_requirements from public;
do $$
declare
  r text;
begin
  foreach r in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = r) then
      execute format('revoke all on table public.data_requirements from %I', r);
    end if;
  end loop;
end $$;

grant usage on schema public to anon;
grant insert (full_name, email, phone, company, role_title, data_type, data_amount, timeline,
              hardware_setup, additional_hardware, budget_range)
  on public.data_requirements to anon;
-- On the whole table, since PostgREST's select=* is RETURNING table.*; the policy shows own rows only.
grant select on public.data_requirements to anon;

drop policy if exists data_requirements_insert on public.data_requirements;
create policy data_requirements_insert on public.data_requirements
  for insert to anon with check (true);

-- A restored dump may contain transaction ids of the future, but never a created_at of now.
drop policy if exists data_requirements_select_own on public.data_requirements;
create policy data_requirements_select_own on public.data_requirements
  for select to anon
  using (created_in = pg_current_xact_id_if_assigned() and created_at = now());

-- Channels that notify the provider of each request. Servers add theirs; a hosted database without a
-- server has none, and queues nothing.
create table if not exists private.outbox_channels (
  channel text primary key
);
create table if not exists private.outbox (
  requirement_id  uuid not null references public.data_requirements (id) on delete cascade,
  channel         text not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at    timestamptz,
  last_error      text,
  primary key (requirement_id, channel)
);
create index if not exists outbox_pending
  on private.outbox (channel, next_attempt_at) where delivered_at is null;
revoke all on private.outbox_channels, private.outbox from public;

-- In the insert's own transaction, so that no request is stored without its notifications.
create or replace function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (requirement_id, channel)
    select new.id, channel from private.outbox_channels;
  return null;
end $$;
revoke all on function private.queue_deliveries() from public;
drop trigger if exists data_requirements_queue on public.data_requirements;
create trigger data_requirements_queue after insert on public.data_requirements
  for each row execute function private.queue_deliveries();

-- Inserts for our server in one round trip, as anon, under the same grants and policies.
create or replace function private.store_requirement(requirement json, key text)
returns public.data_requirements
language plpgsql set role = 'anon' as $$
declare
  stored public.data_requirements;
begin
  perform set_config('request.headers', json_build_object('idempotency-key', key)::text, true);
  insert into public.data_requirements (
    full_name, email, phone, company, role_title, data_type, data_amount, timeline,
    hardware_setup, additional_hardware, budget_range)
  select full_name, email, phone, company, role_title, data_type, data_amount, timeline,
    hardware_setup, additional_hardware, budget_range
  from json_to_record(requirement) as given(
    full_name text, email text, phone text, company text, role_title text, data_type text,
    data_amount text, timeline text, hardware_setup text[], additional_hardware text,
    budget_range text)
  returning * into stored;
  return stored;
end $$;
-- It runs as anon, which needs this right but cannot call it: it has no USAGE on the schema.
revoke all on function private.store_requirement(json, text) from public;
grant execute on function private.store_requirement(json, text) to anon;

-- PostgREST reloads its schema cache now.
notify pgrst, 'reload schema';
