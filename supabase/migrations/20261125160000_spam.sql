-- Suspected spam is stored like any other request and answered alike, but not announced: the rules of
-- domain/spam.ts. Inserts by PostgREST are limited, too; our server has limits of its own.

-- Null, or the reason. The insert's own response always has null, so that no bot learns: the reason is
-- set by a trigger that runs once the response's row has been read.
alter table public.data_requirements add column if not exists suspected_spam text;

-- What waits for a reply, and what is held back.
drop index if exists public.data_requirements_unreplied;
create index data_requirements_unreplied
  on public.data_requirements (created_at) where replied_at is null and suspected_spam is null;
drop index if exists public.data_requirements_due;
create index data_requirements_due
  on public.data_requirements (reply_due) where replied_at is null and suspected_spam is null;
create index if not exists data_requirements_held
  on public.data_requirements (created_at) where suspected_spam is not null;

-- The beginning of a request's first free text, by which repeats are found.
create index if not exists data_requirements_texts on public.data_requirements (
  left(coalesce(data_type, data_amount, timeline, additional_hardware), 64), created_at);

-- One row, for the owner to change; null is no limit. docs/backends.md says which header can be trusted
-- where.
create table if not exists private.insert_limits (
  id                       integer primary key default 1 check (id = 1),
  per_minute_and_address   integer default 10,
  suspected_past_per_hour  integer default 300,
  refused_past_per_hour    integer default 3000,
  -- Names the request header that has the visitor's address.
  address_header           text default 'cf-connecting-ip',
  -- Addresses are kept as a hash with this key.
  address_key              uuid not null default gen_random_uuid()
);
insert into private.insert_limits default values on conflict do nothing;

-- Kept for a minute; unlogged, so that no address is in a backup of the log or in a replica.
create unlogged table if not exists private.recent_addresses (
  address bytea primary key,
  since   timestamptz not null,
  inserts integer not null
);
create index if not exists recent_addresses_since on private.recent_addresses (since);
revoke all on private.insert_limits, private.recent_addresses from public;

-- Whether this many requests were stored within the last hour.
create or replace function private.is_hour_full(maximum integer) returns boolean
language sql stable strict set search_path = '' as $$
  select count(*) >= maximum from (
    select from public.data_requirements
    where created_at > now() - interval '1 hour' limit maximum) as recent
$$;
revoke all on function private.is_hour_full(integer) from public;

-- Whether PostgREST runs this statement: it sets request.method, our server does not.
create or replace function private.is_postgrest() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('request.method', true), '') <> ''
$$;
revoke all on function private.is_postgrest() from public;

create or replace function private.request_headers() returns json
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::json
$$;
revoke all on function private.request_headers() from public;

-- PostgREST turns SQLSTATE PT429 into 429. Refused inserts are rolled back, and count for nothing.
create or replace function private.limit_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.insert_limits;
  address text;
  counted integer;
begin
  if not private.is_postgrest() then
    return new;
  end if;
  select * into limits from private.insert_limits;
  if private.is_hour_full(limits.refused_past_per_hour) then
    raise sqlstate 'PT429' using message = 'Too many requests';
  end if;

  address := private.request_headers() ->> lower(limits.address_header);
  if address is null or limits.per_minute_and_address is null then
    return new;
  end if;
  -- Whoever has an IPv6 address has its /64 network.
  begin
    if family(address::inet) = 6 then
      address := network(set_masklen(address::inet, 64))::text;
    end if;
  exception when invalid_text_representation then
    null;
  end;
  insert into private.recent_addresses as known
    values (sha256(convert_to(limits.address_key || address, 'UTF8')), now(), 1)
    on conflict on constraint recent_addresses_pkey do update set
      since = case when known.since > now() - interval '1 minute' then known.since else now() end,
      inserts = case when known.since > now() - interval '1 minute' then known.inserts + 1 else 1 end
    returning inserts into counted;
  if counted > limits.per_minute_and_address then
    raise sqlstate 'PT429' using message = 'Too many requests';
  end if;
  -- Locks nothing that another insert has locked, so that two inserts cannot deadlock.
  delete from private.recent_addresses as expired
    where expired.address in (
      select stale.address from private.recent_addresses as stale
      where stale.since <= now() - interval '1 minute' limit 100 for update skip locked);
  return new;
end $$;
revoke all on function private.limit_inserts() from public;
drop trigger if exists data_requirements_limit on public.data_requirements;
create trigger data_requirements_limit before insert on public.data_requirements
  for each row execute function private.limit_inserts();

-- Why a request is suspected to be spam, or null. The comparison reads 1,000 rows at most.
create or replace function private.suspect_spam(request public.data_requirements) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := private.request_headers();
  honeypot text := coalesce(headers ->> 'form-honeypot', '');
  first_text text := left(
    coalesce(request.data_type, request.data_amount, request.timeline, request.additional_hardware), 64);
begin
  -- Without headers it is the owner who inserts.
  if headers is not null then
    if honeypot not in ('empty', 'filled') then return 'no-form'; end if;
    if honeypot = 'filled' then return 'honeypot'; end if;
    if headers ->> 'form-fill-milliseconds' ~ '^0*\d{1,3}$' then return 'too-fast'; end if;
  end if;
  if concat(request.full_name, ' ', request.company) ~* 'https?://|www\.' then return 'link'; end if;
  if exists (
    select from (
      select * from public.data_requirements as other
      where left(coalesce(data_type, data_amount, timeline, additional_hardware), 64) = first_text
        and created_at > now() - interval '1 day' and id <> request.id
      order by created_at desc limit 1000) as recent
    where (data_type, data_amount, timeline, additional_hardware) is not distinct from
      (request.data_type, request.data_amount, request.timeline, request.additional_hardware)
  ) then return 'repeated'; end if;
  if private.is_postgrest() and exists (
    -- The request itself is one of them.
    select from private.insert_limits where private.is_hour_full(suspected_past_per_hour + 1)
  ) then return 'too-many'; end if;
  return null;
end $$;
revoke all on function private.suspect_spam(public.data_requirements) from public;

-- A request that is not suspected is announced: at once, or once its reason is taken away. One that is
-- suspected has no notification but those that were delivered before.
create or replace function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text;
begin
  if tg_op = 'INSERT' and new.suspected_spam is null then
    reason := private.suspect_spam(new);
    if reason is not null then
      update public.data_requirements set suspected_spam = reason where id = new.id;
      return null;
    end if;
  end if;
  if new.suspected_spam is null then
    insert into private.outbox (requirement_id, channel)
      select new.id, channel from private.outbox_channels on conflict do nothing;
  else
    delete from private.outbox where requirement_id = new.id and delivered_at is null;
  end if;
  return null;
end $$;
revoke all on function private.queue_deliveries() from public;
drop trigger if exists data_requirements_queue on public.data_requirements;
create trigger data_requirements_queue
  after insert or update of suspected_spam on public.data_requirements
  for each row execute function private.queue_deliveries();

-- Inserts for our server as before, but with the request's headers as PostgREST would expose them. No
-- released server calls the old function.
drop function if exists private.insert_requirement(json, text);
create or replace function private.insert_requirement(requirement json, headers json)
returns jsonb
language plpgsql set role = 'anon' set lock_timeout = '4s' set timezone = 'UTC' as $$
declare
  stored jsonb;
begin
  perform set_config('request.headers', headers::text, true);
  insert into public.data_requirements as inserted (
    full_name, email, phone, company, role_title, data_type, data_amount, timeline,
    hardware_setup, additional_hardware, budget_range)
  select full_name, email, phone, company, role_title, data_type, data_amount, timeline,
    hardware_setup, additional_hardware, budget_range
  from json_to_record(requirement) as given(
    full_name text, email text, phone text, company text, role_title text, data_type text,
    data_amount text, timeline text, hardware_setup text[], additional_hardware text,
    budget_range text)
  on conflict do nothing
  returning to_jsonb(inserted) - 'created_in' - 'suspected_spam' into stored;
  if clock_timestamp() > statement_timestamp() + interval '5 seconds' then
    raise exception 'the insert took too long' using errcode = 'query_canceled';
  end if;
  return stored;
end $$;
revoke all on function private.insert_requirement(json, json) from public;
grant execute on function private.insert_requirement(json, json) to anon;

-- PostgREST reloads its schema cache now.
notify pgrst, 'reload schema';
