-- Schema of a hosted database, in which visitors may insert one request and read back only that one.
-- Needs PostgreSQL 13 or Supabase. Apply it as a superuser, or as the database's owner with CREATEROLE.

-- PostgREST uses this role for visitors.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
end $$;

-- PostgREST exposes only the schema public. This one is for checks and triggers, and closed to visitors.
create schema private;
revoke all on schema private from public;

-- The next four functions repeat rules of domain/data-requirement.ts.

-- Lists the characters that JavaScript's trim() removes, because [[:space:]] depends on the locale.
create function private.is_filled(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
$$;

create function private.is_line(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value !~ '[\n\v\f\r\u0085\u2028\u2029]'
$$;

create function private.is_email(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$'
$$;

create function private.is_hardware_list(entries text[], most integer, longest integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_ndims(entries), 1) = 1
     and cardinality(entries) <= most
     and not exists (
       select from unnest(entries) as entry
       -- Repeats the pattern of is_line, because visitors have no right to call that function here.
       where entry is null or char_length(entry) > longest or entry ~ '[\n\v\f\r\u0085\u2028\u2029]'
     )
$$;

create table public.data_requirements (
  -- The idempotency key or, without one, a random ID. PostgREST exposes request headers as a setting.
  id                  uuid primary key default coalesce(
    nullif(nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', '')::uuid,
    gen_random_uuid()),
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
  hardware_setup      text[] check (private.is_hardware_list(hardware_setup, 20, 100)),
  additional_hardware text check (char_length(additional_hardware) <= 5000),
  budget_range        text check (
    budget_range in ('under-10k', '10k-50k', '50k-100k', '100k-plus', 'discuss')),
  -- Set at insert, so that it does not change if we change the reply promise later.
  reply_due           timestamptz not null default now() + interval '24 hours',
  replied_at          timestamptz,
  replied_by          text,
  spam_reason         text,
  note                text check (char_length(note) <= 500),
  noted_at            timestamptz,
  noted_by            text check (char_length(noted_by) <= 100),
  -- ID of the inserting transaction, for the select policy.
  created_in          xid8 not null default pg_current_xact_id()
);

create index data_requirements_newest on public.data_requirements (created_at, id);

alter table public.data_requirements enable row level security;
-- Older Supabase projects grant their roles all privileges on new tables, and newer ones none. Signed-in users have the
-- role `authenticated`, and integrations with the secret key `service_role`. Both roles exist only on Supabase.
revoke all on table public.data_requirements from public, anon;
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticated') then
    revoke all on table public.data_requirements from authenticated;
  end if;
  if exists (select from pg_roles where rolname = 'service_role') then
    grant select, update on table public.data_requirements to service_role;
  end if;
end $$;
grant usage on schema public to anon;

grant insert (full_name, email, phone, company, role_title, data_type, data_amount, timeline,
              hardware_setup, additional_hardware, budget_range)
  on public.data_requirements to anon;
-- Does not grant the whole table, because its system column xmin would reveal others' activity. Grants all other
-- columns, because PostgREST returns them.
grant select (id, created_at, full_name, email, phone, company, role_title, data_type, data_amount, timeline,
              hardware_setup, additional_hardware, budget_range, reply_due, replied_at, replied_by, spam_reason, note,
              noted_at, noted_by, created_in)
  on public.data_requirements to anon;

create policy data_requirements_insert on public.data_requirements
  for insert to anon with check (true);
-- After a restore, a new transaction may have the ID in a stored row's created_in, but never its created_at.
create policy data_requirements_select_own on public.data_requirements
  for select to anon
  using (created_in = pg_current_xact_id_if_assigned() and created_at = now());

-- Repeats the rules of domain/spam.ts.
create function private.find_spam_reason(request public.data_requirements) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  reported text := headers ->> 'spam-reason';
begin
  if reported in ('honeypot', 'probe') then return reported; end if;
  if request.full_name ~* 'https?://|(www\..*){3}' then return 'link'; end if;
  return null;
end $$;

-- Runs after RETURNING, so that spam gets a normal response.
create function private.mark_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := private.find_spam_reason(new);
begin
  update public.data_requirements set spam_reason = reason where id = new.id;
  -- Keeps only the newest probe request, because hourly probes would fill the list of spam.
  if reason = 'probe' then
    delete from public.data_requirements where spam_reason = 'probe' and id <> new.id;
  end if;
  return null;
end $$;

create trigger data_requirements_spam after insert on public.data_requirements
  for each row when (current_user = 'anon' and private.find_spam_reason(new) is not null)
  execute function private.mark_spam();

-- Limits inserts per IP, because with a global limit, one client could block everyone. docs/backends.md says which
-- header to trust. The database's owner may change the row. Null disables a limit.
create table private.insert_limits (
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
  values ((select 'cf-connecting-ip' from pg_roles where rolname = 'supabase_admin'));

-- Unlogged, so that hashed IPs are in no WAL archive and no replica.
create unlogged table private.insert_counts (
  counter bytea primary key,
  since   timestamptz not null,
  inserts integer not null
);
create index insert_counts_since on private.insert_counts (since);

-- Returns an IPv4 address (also for one mapped to IPv6) or an IPv6 /64 network. Returns null if the IP is unknown.
create function private.visitor_network(header text) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  given text;
  address inet;
begin
  -- Removes the port that some proxies append.
  given := regexp_replace(headers ->> lower(header), '^\[(.+)\](:\d+)?$|^([\d.]+):\d+$', '\1\3');
  address := regexp_replace(given, '^::ffff:(?=\d+\.)', '', 'i');
  return network(set_masklen(address, case family(address) when 4 then 32 else 64 end));
exception when invalid_text_representation then
  return null;
end $$;

-- Counts inserts, and rejects those over a limit. PostgREST turns SQLSTATE PT429 into status 429.
-- Rejected inserts are rolled back, and duplicate keys insert nothing, so neither is counted.
create function private.limit_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.insert_limits;
  visitor text;
  period interval;
  maximum integer;
  total integer;
begin
  if (select count(*) from inserted) > 1 then
    raise sqlstate 'PT400' using message = 'Insert one row at a time';
  end if;
  select * into limits from private.insert_limits;
  visitor := private.visitor_network(limits.address_header);
  if visitor is null or not exists (select from inserted) then
    return null;
  end if;
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

create trigger data_requirements_limit after insert on public.data_requirements
  referencing new table as inserted
  for each statement when (current_user = 'anon')
  execute function private.limit_inserts();

notify pgrst, 'reload schema';
