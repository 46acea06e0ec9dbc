-- The server is the only writer, and checks every row by domain/data-requirement.ts before: the table has no rules of
-- its own about what a visitor sends, so that a field becomes optional without a migration.

create table data_requirements (
  id text primary key not null,
  created_at text not null,
  -- The reply that was promised when the request came: a later change of the promise leaves it as it is.
  reply_due text not null,
  replied_at text,
  replied_by text,
  -- Why the request looks like spam, or null: domain/spam.ts.
  spam_reason text,
  -- What the provider's people note about a request for each other.
  note text,
  noted_at text,
  noted_by text,
  -- What the visitor sent. SQLite reads a row up to the last column that it needs, and these may be long.
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
  budget_range text
) strict;

create index data_requirements_newest on data_requirements (created_at, id);
create index data_requirements_listed
  on data_requirements (spam_reason, replied_at, reply_due, created_at, id);
create index data_requirements_email on data_requirements (lower(email));

-- One row for each channel that notifies the provider of a request.
create table notifications (
  request_id text not null references data_requirements (id) on delete cascade,
  channel text not null,
  queued_at text not null,
  attempts integer not null default 0,
  -- How often the receiver rejected the message itself.
  rejections integer not null default 0,
  next_attempt_at text not null,
  delivered_at text,
  -- A copy of whether the request is spam: the server looks for due rows every second, and spam may be many rows.
  is_spam integer not null,
  primary key (request_id, channel)
) strict, without rowid;

create index notifications_pending
  on notifications (channel, attempts, queued_at) where delivered_at is null and not is_spam;
create index notifications_suspected on notifications (channel, queued_at) where is_spam;

create trigger notifications_spam after update of spam_reason on data_requirements begin
  update notifications set is_spam = new.spam_reason is not null where request_id = new.id;
end;

-- A channel whose last attempt has failed, since the first failure after a success.
create table failing_channels (
  channel text primary key not null,
  since text not null,
  reason text not null,
  -- Only logins have failed, no delivery.
  found_by_login integer not null
) strict;

-- The time up to which a channel has announced suspected spam.
create table spam_announcements (
  channel text primary key not null,
  announced_until text not null
) strict;
