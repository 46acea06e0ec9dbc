-- Version 2.0.0. Changes a database of 1.x to the schema of 2.0: no outbox, simpler limits. A server of 1.x no longer
-- works on it; pages of 1.x do.
--
-- Can run any number of times. Once it has, the first file cannot run again: its index names a column that is renamed here.

-- A server of 1.x may still have notifications to send.
do $$
declare
  waiting bigint := 0;
begin
  if to_regclass('private.outbox') is not null then
    select count(*) into waiting from private.outbox where delivered_at is null;
  end if;
  if waiting > 0 then
    raise exception 'Notifications that version 1 has not sent yet: %', waiting
      using hint = 'Let the server of 1.x send them and stop it, or run '
        || '"delete from private.outbox where delivered_at is null". Then apply this file again.';
  end if;
end $$;

drop trigger if exists data_requirements_announce on public.data_requirements;
drop function if exists private.announce();
drop table if exists
  private.outbox, private.outbox_channels, private.reminder, private.server_secret, private.applied_migrations;
drop index if exists public.data_requirements_due;

do $$
declare
  was text;
  becomes text;
begin
  for was, becomes in values ('held_reason', 'spam_reason'), ('replied_via', 'replied_by') loop
    if exists (select from pg_attribute
      where attrelid = 'public.data_requirements'::regclass and attname = was and not attisdropped)
    then
      execute format('alter table public.data_requirements rename %I to %I', was, becomes);
    end if;
  end loop;
end $$;

-- Which of the provider's people wrote the note.
alter table public.data_requirements
  add column if not exists noted_by text check (char_length(noted_by) <= 100);
grant select (noted_by) on public.data_requirements to anon;

-- Why a visitor's request looks like spam, or null: the rules of domain/spam.ts.
create or replace function private.find_spam_reason(request public.data_requirements) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
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

-- After PostgREST has read the row that it returns, so that spam gets the response of any other request.
create or replace function private.mark_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := private.find_spam_reason(new);
begin
  update public.data_requirements set spam_reason = reason where id = new.id;
  -- Of the requests of `npm run probe`, those of the last day are enough.
  if reason = 'probe' then
    delete from public.data_requirements
      where spam_reason = 'probe' and created_at < now() - interval '1 day';
  end if;
  return null;
end $$;

drop trigger if exists data_requirements_spam on public.data_requirements;
create trigger data_requirements_spam after insert on public.data_requirements
  for each row when (current_user = 'anon' and private.find_spam_reason(new) is not null)
  execute function private.mark_spam();

-- Limits only where a header has the visitor's address: one for all visitors together would let anybody keep out
-- everybody. The one row of private.insert_limits keeps what the owner has set.
alter table private.insert_limits drop column if exists all_per_minute;

-- The network that counts as one visitor, or null: an IPv4 address, also one written as IPv6, or a /64 of IPv6.
create or replace function private.visitor_network(header text) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  address inet;
begin
  address := regexp_replace(headers ->> lower(header), '^::ffff:(?=\d+\.)', '', 'i');
  return network(set_masklen(address, case family(address) when 4 then 32 else 64 end));
exception when invalid_text_representation then
  return null;
end $$;

-- Counts what was inserted, and rejects it past a limit: PostgREST turns SQLSTATE PT429 into 429. What is rejected is
-- rolled back, and a key that was used inserts nothing: neither counts.
create or replace function private.limit_inserts() returns trigger
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
  -- Locks nothing that another insert has locked, so that two inserts cannot deadlock.
  delete from private.insert_counts as expired
    where expired.counter in (
      select stale.counter from private.insert_counts as stale
      where stale.since <= now() - interval '1 hour' limit 100 for update skip locked);
  return null;
end $$;

drop trigger if exists data_requirements_limit on public.data_requirements;
create trigger data_requirements_limit after insert on public.data_requirements
  referencing new table as inserted
  for each statement when (current_user = 'anon')
  execute function private.limit_inserts();

drop function if exists
  private.find_hold_reason(public.data_requirements), private.count_insert(text, interval, integer),
  private.visitor_address(), private.request_headers(), private.is_postgrest();

-- PostgREST reloads its schema cache now.
notify pgrst, 'reload schema';
