-- Suspected spam is stored like any other request, but not announced: the rules of domain/spam.ts.

-- Null, or the reason.
alter table data_requirements add column suspected_spam text;

-- What waits for a reply, and what is held back.
drop index data_requirements_unreplied;
create index data_requirements_unreplied
  on data_requirements (created_at) where replied_at is null and suspected_spam is null;
drop index data_requirements_due;
create index data_requirements_due
  on data_requirements (reply_due) where replied_at is null and suspected_spam is null;
create index data_requirements_held
  on data_requirements (created_at) where suspected_spam is not null;

-- The beginning of a request's first free text, by which repeats are found.
create index data_requirements_texts on data_requirements (
  substr(coalesce(data_type, data_amount, timeline, additional_hardware), 1, 64), created_at);

-- A request that is not suspected is announced: at once, or once its reason is taken away. One that is
-- suspected has no notification but those that were delivered before.
drop trigger data_requirements_queue;
create trigger data_requirements_queue after insert on data_requirements
when new.suspected_spam is null
begin
  insert into outbox (requirement_id, channel, next_attempt_at, queued_at)
    select new.id, channel, new.created_at, new.created_at from outbox_channels;
end;
create trigger data_requirements_announce after update of suspected_spam on data_requirements
when new.suspected_spam is null
begin
  insert or ignore into outbox (requirement_id, channel, next_attempt_at, queued_at)
    select new.id, channel, now, now
    from outbox_channels, (select strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') as now);
end;
create trigger data_requirements_hold after update of suspected_spam on data_requirements
when new.suspected_spam is not null
begin
  delete from outbox where requirement_id = new.id and delivered_at is null;
end;
