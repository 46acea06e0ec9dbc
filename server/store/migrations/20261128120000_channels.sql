-- PostgreSQL has the same tables (server/store/postgres-schema.ts). Their names start with `request_`, because they may
-- stand beside an adopter's own tables there.

drop trigger notifications_spam;
drop index notifications_pending;
drop index notifications_uncounted;
alter table notifications rename to request_notifications;

create index request_notifications_pending
  on request_notifications (channel, queued_at) where delivered_at is null and not is_spam;
create index request_notifications_uncounted
  on request_notifications (channel) where is_spam and attempts = 0;
-- Used to count the messages of the last hour.
create index request_notifications_delivered on request_notifications (channel, delivered_at);

create trigger request_notifications_spam after update of spam_reason on data_requirements begin
  update request_notifications set is_spam = new.spam_reason is not null where request_id = new.id;
end;

-- One row per configured channel. Only programs that send notifications write it: a server or the command notify.
create table request_channels (
  channel text primary key not null,
  -- Time of the first failure since the last success, and code of the newest failure; null if the channel works.
  failing_since text,
  failure text,
  -- For each message that is about several requests: time of the next attempt, null for at once, and the number of
  -- attempts since the last success.
  digest_at text,
  digest_attempts integer not null default 0,
  spam_at text,
  spam_attempts integer not null default 0,
  reminder_at text,
  reminder_attempts integer not null default 0,
  -- Day of the last reminder in the provider's time zone, such as "2026-11-28".
  reminded_on text
) strict;

insert into request_channels (channel, failing_since, failure) select channel, since, reason from failing_channels;
drop table failing_channels;

-- Creates the notifications in the same transaction, whoever inserts the request.
create trigger request_notifications_queue after insert on data_requirements begin
  insert into request_notifications (request_id, channel, queued_at, next_attempt_at, is_spam)
    select new.id, channel, new.created_at, new.created_at, new.spam_reason is not null from request_channels;
end;

-- Key for the IDs of forms that were posted without JavaScript. Visitors must not be able to compute these IDs.
create table request_form_secret (secret text not null) strict;
insert into request_form_secret values (lower(hex(randomblob(32))));
