-- The backlog is counted from indexes, a used key raises no error, and an insert that takes too long
-- does not commit after its client has timed out.

alter table private.outbox add column if not exists queued_at timestamptz not null default now();
create index if not exists outbox_oldest
  on private.outbox (queued_at, channel) where delivered_at is null;
create index if not exists outbox_failing
  on private.outbox (channel) where delivered_at is null and last_error is not null;

-- Inserts for our server, as anon, in one round trip; returns null for a used key. Waits at most 4
-- seconds for a lock, and never commits more than 5 seconds after the call: timeouts of a session do
-- not pass through every pooler. It returns no row type, since parsing a call of such a function waits
-- for the table's lock without any timeout. Servers of the previous release still call
-- private.store_requirement.
create or replace function private.insert_requirement(requirement json, key text)
returns jsonb
language plpgsql set role = 'anon' set lock_timeout = '4s' set timezone = 'UTC' as $$
declare
  stored jsonb;
begin
  perform set_config('request.headers', json_build_object('idempotency-key', key)::text, true);
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
  returning to_jsonb(inserted) - 'created_in' into stored;
  if clock_timestamp() > statement_timestamp() + interval '5 seconds' then
    raise exception 'the insert took too long' using errcode = 'query_canceled';
  end if;
  return stored;
end $$;
revoke all on function private.insert_requirement(json, text) from public;
grant execute on function private.insert_requirement(json, text) to anon;
