-- PostgreSQL has the same tables (server/store/postgres-schema.ts). Their names start with `request_`, because they may
-- stand beside an adopter's own tables there.

drop trigger notifications_spam;
drop table notifications;
drop table failing_channels;

-- The outbox: one row per subject and channel. The subject is the ID of a request; `digest`, `spam` or, with the channel
-- `any`, `reminder 2026-11-28`, which are messages about several requests; or `channel`, whose row makes the trigger
-- create the notifications of this channel.
create table request_notifications (
  subject text not null,
  channel text not null,
  -- Null for other subjects.
  request_id text references data_requirements (id) on delete cascade,
  -- When the request was stored. For a channel, when a program last confirmed that it has it.
  queued_at text not null,
  -- Since the last success. For spam, 1 after a message that counts spam has included it.
  attempts integer not null default 0,
  next_attempt_at text not null,
  delivered_at text,
  -- Time of the first failure since the last success, and code of the newest, such as "550 5.7.1, DATA".
  failing_since text,
  failure text,
  -- Copied from the request, so that the index of due rows, which the server polls, contains no spam.
  is_spam integer not null,
  primary key (subject, channel)
) strict, without rowid;

create index request_notifications_request on request_notifications (request_id);
create index request_notifications_pending on request_notifications (channel, queued_at)
  where request_id is not null and delivered_at is null and not is_spam;
create index request_notifications_uncounted
  on request_notifications (channel) where is_spam and attempts = 0;
create index request_notifications_failing
  on request_notifications (channel) where failing_since is not null;
-- Used to count the messages of the last hour.
create index request_notifications_delivered on request_notifications (channel, delivered_at);

create trigger request_notifications_spam after update of spam_reason on data_requirements begin
  update request_notifications
    set is_spam = new.spam_reason is not null, failing_since = null, failure = null
    where request_id = new.id;
end;

-- Creates the notifications in the same transaction, whoever inserts the request.
create trigger request_notifications_queue after insert on data_requirements begin
  insert into request_notifications (subject, channel, request_id, queued_at, next_attempt_at, is_spam)
    select new.id, channel, new.id, new.created_at, new.created_at, new.spam_reason is not null
    from request_notifications where subject = 'channel';
end;

-- Key for the IDs of forms that were posted without JavaScript. Visitors must not be able to compute these IDs.
create table request_form_secret (secret text not null) strict;
insert into request_form_secret values (lower(hex(randomblob(32))));
