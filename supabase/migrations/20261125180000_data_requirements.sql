-- Version 1.0.0. Anyone may insert one request and read that one back, and no other.
--
-- Can run any number of times on PostgreSQL 13 and later and on Supabase, as a superuser or as the owner of
-- the database with CREATEROLE. Later changes are separate files.

-- The role of visitors, to which PostgREST switches. Our server inserts as the table's owner.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then
  null; -- Created meanwhile by another server, or for another database of this cluster.
end $$;

-- Not exposed by PostgREST, which serves the schema public only. Visitors may use nothing in it; the table's
-- checks and triggers do so on their behalf.
create schema if not exists private;
revoke all on schema private from public;

-- The rules of domain/data-requirement.ts, for inserts that do not pass our server.

-- Has a character that JavaScript's trim() leaves. They are listed, since [[:space:]] depends on the locale.
create or replace function private.is_filled(value text) returns boolean
language sql immutable parallel safe as $$
  select value ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
$$;

create or replace function private.is_line(value text) returns boolean
language sql immutable parallel safe as $$
  select value !~ '[\n\v\f\r\u0085\u2028\u2029]'
$$;

create or replace function private.is_email(value text) returns boolean
language sql immutable parallel safe as $$
  select value ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$'
$$;

create or replace function private.is_hardware_list(entries text[]) returns boolean
language sql immutable parallel safe as $$
  select coalesce(array_ndims(entries), 1) = 1
     and cardinality(entries) <= 20
     and not exists (
       select from unnest(entries) as entry
       -- As in is_line, which visitors cannot call by name.
       where entry is null or char_length(entry) > 100 or entry ~ '[\n\v\f\r\u0085\u2028\u2029]'
     )
$$;

create table if not exists public.data_requirements (
  id                  uuid primary key default gen_random_uuid(),
  created_at          timestamptz not null default now(),
  full_name           text not null check (
    char_length(full_name) <= 200 and private.is_filled(full_name) and private.is_line(full_name)),
  email               text not null check (char_length(email) <= 254 and private.is_email(email)),
  phone               text not null check (
    char_length(phone) <= 200 and private.is_filled(phone) and private.is_line(phone)),
  company             text not null check (
    char_length(company) <= 200 and private.is_filled(company) and private.is_line(company)),
  role_title          text check (char_length(role_title) <= 200 and private.is_line(role_title)),
  data_type           text check (char_length(data_type) <= 5000),
  data_amount         text check (char_length(data_amount) <= 5000),
  timeline            text check (char_length(timeline) <= 5000),
  hardware_setup      text[] check (private.is_hardware_list(hardware_setup)),
  additional_hardware text check (char_length(additional_hardware) <= 5000),
  budget_range        text check (
    budget_range in ('under-10k', '10k-50k', '50k-100k', '100k-plus', 'discuss')),
  -- Created by the client before its first attempt; PostgREST exposes a request's headers as a setting.
  idempotency_key     text unique check (char_length(idempotency_key) <= 100) default nullif(
    nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', ''),
  -- The reply that was promised when the request came: a later change of the promise leaves it as it is.
  reply_due           timestamptz not null default now() + interval '24 hours',
  replied_at          timestamptz,
  -- `command` or `link`.
  replied_via         text,
  -- Null, or why the request is held: domain/spam.ts.
  held_reason         text,
  -- The transaction that inserted the row: the select policy depends on it.
  created_in          xid8 not null default pg_current_xact_id()
);

create index if not exists data_requirements_newest on public.data_requirements (created_at, id);
create index if not exists data_requirements_due
  on public.data_requirements (reply_due) where replied_at is null and held_reason is null;

alter table public.data_requirements enable row level security;
-- Supabase used to grant ALL on new tables. Where nobody may update, this has been revoked before: a second
-- time would take away what a later file has granted.
revoke all on table public.data_requirements from public;
do $$
declare
  r text;
begin
  foreach r in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = r)
      and has_table_privilege(r, 'public.data_requirements', 'update')
    then
      execute format('revoke all on table public.data_requirements from %I', r);
    end if;
  end loop;
end $$;
grant usage on schema public to anon;

-- What a visitor sends. A later column is granted by its own migration.
grant insert (full_name, email, phone, company, role_title, data_type, data_amount, timeline,
              hardware_setup, additional_hardware, budget_range)
  on public.data_requirements to anon;
-- Every column, since PostgREST's select=* returns table.*, but not the table: that would include system
-- columns, which count what others do.
do $$
begin
  execute (
    select format('grant select (%s) on public.data_requirements to anon',
      string_agg(quote_ident(attname), ', '))
    from pg_attribute
    where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped);
end $$;

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
  queued_at       timestamptz not null default now(),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at    timestamptz,
  last_error      text,
  primary key (requirement_id, channel)
);

create index if not exists outbox_pending
  on private.outbox (channel, next_attempt_at) where delivered_at is null;
create index if not exists outbox_delivered on private.outbox (channel, delivered_at);

-- One row with the time of the last reminder. A server claims the next one by updating it, so that all servers
-- together send one reminder a day, and sets it back if it cannot send the reminder.
create table if not exists private.reminder (
  id         integer primary key check (id = 1),
  claimed_at timestamptz not null
);
insert into private.reminder values (1, '1970-01-01T00:00:00Z') on conflict do nothing;

-- One row: what signs the links in notifications, and the keys of forms that are sent without script.
create table if not exists private.server_secret (
  id    integer primary key check (id = 1),
  value text not null
);
insert into private.server_secret
  values (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict do nothing;

-- Whether PostgREST runs this statement: it sets request.method, our server does not.
create or replace function private.is_postgrest() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('request.method', true), '') <> ''
$$;

create or replace function private.request_headers() returns json
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::json
$$;

-- Limits of inserts by PostgREST; our server has its own. One row, for the owner to change; null is no
-- limit. docs/backends.md says which header can be trusted where.
create table if not exists private.insert_limits (
  id             integer primary key default 1 check (id = 1),
  -- Names the request header that has the visitor's address; null where nothing in front sets one.
  address_header text,
  -- Inserts from one address.
  per_minute     integer default 10,
  per_hour       integer default 30,
  -- Inserts of all visitors whose address is not known: more than a small database takes.
  all_per_minute integer default 60000,
  -- Addresses are kept as a hash with this key.
  address_key    uuid not null default gen_random_uuid()
);
insert into private.insert_limits default values on conflict do nothing;

-- Unlogged, so that no address is in a backup of the log or in a replica.
create unlogged table if not exists private.insert_counts (
  counter bytea primary key,
  since   timestamptz not null,
  inserts integer not null
);
create index if not exists insert_counts_since on private.insert_counts (since);

-- Counts an insert, and rejects it past a maximum: PostgREST turns SQLSTATE PT429 into 429. What is rejected
-- is rolled back, and counts for nothing.
create or replace function private.count_insert(counted text, period interval, maximum integer)
returns void language plpgsql set search_path = '' as $$
declare
  key text := (select address_key from private.insert_limits);
  total integer;
begin
  insert into private.insert_counts as known
    values (sha256(convert_to(key || counted || period, 'UTF8')), now(), 1)
    on conflict (counter) do update set
      since = case when known.since > now() - period then known.since else now() end,
      inserts = case when known.since > now() - period then known.inserts + 1 else 1 end
    returning inserts into total;
  if total > maximum then
    raise sqlstate 'PT429' using message = 'Too many requests';
  end if;
end $$;

-- The visitor's address, or null. An IPv4 address within IPv6 counts as itself.
create or replace function private.visitor_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  header text := (select lower(address_header) from private.insert_limits);
  address inet;
begin
  address := private.request_headers() ->> header;
  if address <<= '::ffff:0:0/96' then
    return '0.0.0.0'::inet + (address - '::ffff:0:0'::inet);
  end if;
  return address;
exception when invalid_text_representation then
  return null;
end $$;

-- An address counts by itself. Whoever has an IPv6 address has a network of them: its /64 counts, and its
-- /56, which several may share, with four times the numbers.
create or replace function private.limit_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.insert_limits;
  address inet := private.visitor_address();
  network record;
begin
  if not private.is_postgrest() then
    return new;
  end if;
  -- Before anything is counted: many rows would hold the counters that others wait for.
  if current_setting('private.inserting', true) = pg_current_xact_id()::text then
    raise sqlstate 'PT400' using message = 'Insert one row at a time';
  end if;
  perform set_config('private.inserting', pg_current_xact_id()::text, true);
  select * into limits from private.insert_limits;
  if address is null then
    perform private.count_insert('all', '1 minute', limits.all_per_minute);
    return new;
  end if;
  for network in
    select network(set_masklen(address, bits))::text as name, visitors
    from (values (4, 32, 1), (6, 64, 1), (6, 56, 4)) as counted(version, bits, visitors)
    where version = family(address)
  loop
    perform private.count_insert(network.name, '1 minute', network.visitors * limits.per_minute);
    perform private.count_insert(network.name, '1 hour', network.visitors * limits.per_hour);
  end loop;
  -- Locks nothing that another insert has locked, so that two inserts cannot deadlock.
  delete from private.insert_counts as expired
    where expired.counter in (
      select stale.counter from private.insert_counts as stale
      where stale.since <= now() - interval '1 hour' limit 100 for update skip locked);
  return new;
end $$;

drop trigger if exists data_requirements_limit on public.data_requirements;
create trigger data_requirements_limit before insert on public.data_requirements
  for each row execute function private.limit_inserts();

-- Why PostgREST's request is held, or null: the rules of domain/spam.ts, which our server applies itself.
create or replace function private.find_hold_reason(request public.data_requirements) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := private.request_headers();
  honeypot text := headers ->> 'form-honeypot';
begin
  if honeypot is null or honeypot not in ('empty', 'filled', 'probe') then return 'no-form'; end if;
  if honeypot = 'probe' then return 'probe'; end if;
  if honeypot = 'filled' then return 'honeypot'; end if;
  if headers ->> 'form-fill-milliseconds' ~ '^0*\d{1,3}$' then return 'too-fast'; end if;
  if concat(request.full_name, ' ', request.company) ~* 'https?://|(www\..*){3}' then
    return 'link';
  end if;
  return null;
end $$;

-- A request is announced unless it is held: at once, or once it is released. In the insert's own
-- transaction, so that no request is stored without its notifications. A held one keeps no notification
-- but those that were delivered before. The reason is set after PostgREST has read the row that it
-- returns, so that no bot learns it.
create or replace function private.announce() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := new.held_reason;
begin
  if tg_op = 'INSERT' and private.is_postgrest() then
    reason := private.find_hold_reason(new);
    if reason is not null then
      update public.data_requirements set held_reason = reason where id = new.id;
      return null;
    end if;
  end if;
  if reason is null then
    insert into private.outbox (requirement_id, channel)
      select new.id, channel from private.outbox_channels on conflict do nothing;
  else
    delete from private.outbox where requirement_id = new.id and delivered_at is null;
  end if;
  return null;
end $$;

drop trigger if exists data_requirements_announce on public.data_requirements;
create trigger data_requirements_announce
  after insert or update of held_reason on public.data_requirements
  for each row execute function private.announce();

-- PostgREST reloads its schema cache now.
notify pgrst, 'reload schema';
