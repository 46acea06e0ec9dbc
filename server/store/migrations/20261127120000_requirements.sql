-- The table has no checks, because the server is the only writer and validates every row. At its start, the server adds
-- a column for each field in domain/fields.ts that the table lacks. Only `email` is here, because an index needs it.

create table data_requirements (
  id text primary key not null,
  created_at text not null,
  -- Null until a colleague changes the row. A copied row has the time of the copy.
  changed_at text,
  -- Set at insert, so that it does not change if we change the reply promise later.
  reply_due text not null,
  replied_at text,
  replied_by text,
  spam_reason text,
  note text,
  noted_at text,
  noted_by text,
  email text
) strict;

create index data_requirements_newest on data_requirements (created_at, id);
create index data_requirements_listed
  on data_requirements (spam_reason, replied_at, reply_due, created_at, id);
create index data_requirements_email on data_requirements (lower(email));

-- The outbox: one row per request and channel.
create table notifications (
  request_id text not null references data_requirements (id) on delete cascade,
  channel text not null,
  queued_at text not null,
  -- For spam, 1 after a message that counts spam has included it.
  attempts integer not null default 0,
  next_attempt_at text not null,
  delivered_at text,
  -- The code of the last failed attempt, such as "550 5.7.1, DATA"; null if none has failed.
  failure text,
  -- Copied from the request, so that the index of due rows, which the server polls, contains no spam.
  is_spam integer not null,
  primary key (request_id, channel)
) strict, without rowid;

create index notifications_pending
  on notifications (channel, queued_at) where delivered_at is null and not is_spam;
create index notifications_uncounted on notifications (channel) where is_spam and attempts = 0;

create trigger notifications_spam after update of spam_reason on data_requirements begin
  update notifications set is_spam = new.spam_reason is not null where request_id = new.id;
end;

-- Channels whose last attempt failed. `since` is the time of the first failure since the last success.
create table failing_channels (
  channel text primary key not null,
  since text not null,
  reason text not null
) strict;
