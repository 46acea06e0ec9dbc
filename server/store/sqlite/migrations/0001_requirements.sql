-- The limits of domain/data-requirement.ts; the server checks all its rules before. Also runs on files
-- from before migrations were numbered, in which everything exists.

create table if not exists data_requirements (
  sequence integer primary key autoincrement,
  id text not null unique,
  created_at text not null,
  full_name text not null check (trim(full_name) <> '' and length(full_name) <= 200),
  email text not null check (trim(email) <> '' and length(email) <= 254),
  phone text not null check (trim(phone) <> '' and length(phone) <= 200),
  company text not null check (trim(company) <> '' and length(company) <= 200),
  role_title text check (length(role_title) <= 200),
  data_type text check (length(data_type) <= 5000),
  data_amount text check (length(data_amount) <= 5000),
  timeline text check (length(timeline) <= 5000),
  hardware_setup text check (json_array_length(hardware_setup) <= 20),
  additional_hardware text check (length(additional_hardware) <= 5000),
  budget_range text
    check (budget_range in ('under-10k', '10k-50k', '50k-100k', '100k-plus', 'discuss')),
  idempotency_key text unique check (length(idempotency_key) <= 100),
  replied_at text
) strict;

create index if not exists data_requirements_unreplied
  on data_requirements (created_at) where replied_at is null;

create table if not exists outbox_channels (channel text primary key) strict;

create table if not exists outbox (
  requirement_id text not null references data_requirements (id) on delete cascade,
  channel text not null,
  attempts integer not null default 0,
  next_attempt_at text not null,
  delivered_at text,
  last_error text,
  primary key (requirement_id, channel)
) strict, without rowid;

create index if not exists outbox_pending
  on outbox (channel, next_attempt_at) where delivered_at is null;

-- In the insert's own transaction, so that no request is stored without its notifications.
create trigger if not exists data_requirements_queue after insert on data_requirements
begin
  insert into outbox (requirement_id, channel, next_attempt_at)
    select new.id, channel, new.created_at from outbox_channels;
end;
