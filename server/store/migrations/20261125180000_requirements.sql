-- Version 1.0.0. The server is the only writer, and checks every row by domain/data-requirement.ts before:
-- the table has no rules of its own about what a visitor sends.

create table data_requirements (
  id text primary key not null,
  created_at text not null,
  full_name text,
  email text,
  phone text,
  company text,
  role_title text,
  data_type text,
  data_amount text,
  timeline text,
  -- A list as JSON.
  hardware_setup text,
  additional_hardware text,
  budget_range text,
  idempotency_key text unique,
  -- The reply that was promised when the request came: a later change of the promise leaves it as it is.
  reply_due text not null,
  replied_at text,
  -- `command` or `link`.
  replied_via text,
  -- Null, or why the request is held: domain/spam.ts.
  held_reason text
) strict;

create index data_requirements_newest on data_requirements (created_at, id);
create index data_requirements_due
  on data_requirements (reply_due) where replied_at is null and held_reason is null;

-- Channels that notify the provider of each request. Servers add theirs.
create table outbox_channels (channel text primary key not null) strict;

create table outbox (
  requirement_id text not null references data_requirements (id) on delete cascade,
  channel text not null,
  queued_at text not null,
  attempts integer not null default 0,
  next_attempt_at text not null,
  delivered_at text,
  last_error text,
  primary key (requirement_id, channel)
) strict, without rowid;

create index outbox_pending on outbox (channel, next_attempt_at) where delivered_at is null;
create index outbox_delivered on outbox (channel, delivered_at);

-- A request is announced unless it is held: at once, or once it is released. In the insert's own
-- transaction, so that no request is stored without its notifications.
create trigger data_requirements_announce after insert on data_requirements
when new.held_reason is null
begin
  insert into outbox (requirement_id, channel, queued_at, next_attempt_at)
    select new.id, channel, new.created_at, new.created_at from outbox_channels;
end;

create trigger data_requirements_release after update of held_reason on data_requirements
when new.held_reason is null
begin
  insert or ignore into outbox (requirement_id, channel, queued_at, next_attempt_at)
    select new.id, channel, now, now
    from outbox_channels, (select strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') as now);
end;

-- What was delivered before stays listed.
create trigger data_requirements_hold after update of held_reason on data_requirements
when new.held_reason is not null
begin
  delete from outbox where requirement_id = new.id and delivered_at is null;
end;

-- One row with the time of the last reminder. A server claims the next one by updating it, so that all servers
-- together send one reminder a day, and sets it back if it cannot send the reminder.
create table reminder (
  id integer primary key check (id = 1),
  claimed_at text not null
) strict;
insert into reminder values (1, '1970-01-01T00:00:00.000+00:00');

-- One row: what signs the links in notifications, and the keys of forms that are sent without script.
create table server_secret (
  id integer primary key check (id = 1),
  value text not null
) strict;
insert into server_secret values (1, lower(hex(randomblob(32))));
