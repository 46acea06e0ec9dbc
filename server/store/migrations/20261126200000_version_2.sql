-- Version 2.0.0. One process sends notifications, so that nothing is claimed or shared any more, and the
-- desk records who replied and who noted.

drop trigger data_requirements_announce;
drop trigger data_requirements_release;
drop trigger data_requirements_hold;

alter table data_requirements rename column held_reason to spam_reason;
alter table data_requirements drop column replied_via;
alter table data_requirements add column replied_by text;
alter table data_requirements add column noted_by text;

-- A reference is the end of an id.
create index data_requirements_reference on data_requirements (substr(id, -8));

-- One row for each channel that notifies the provider of a request.
create table notifications (
  request_id text not null references data_requirements (id) on delete cascade,
  channel text not null,
  queued_at text not null,
  attempts integer not null default 0,
  next_attempt_at text not null,
  last_error text,
  delivered_at text,
  primary key (request_id, channel)
) strict, without rowid;

insert into notifications
  select requirement_id, channel, queued_at, attempts, next_attempt_at, last_error, delivered_at
  from outbox;
-- Those of spam wait until somebody removes the mark.
insert into notifications (request_id, channel, queued_at, next_attempt_at)
  select id, channel, created_at, created_at
  from data_requirements, outbox_channels
  where spam_reason is not null
  on conflict do nothing;
create index notifications_pending
  on notifications (channel, next_attempt_at) where delivered_at is null;

drop table outbox;
drop table outbox_channels;
drop table reminder;
drop table server_secret;
