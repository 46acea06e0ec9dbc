-- Lists are sorted by time, and the backlog is counted from indexes alone.
create index data_requirements_newest on data_requirements (created_at desc, id desc);

alter table outbox add column queued_at text;
update outbox set queued_at =
  (select created_at from data_requirements where id = requirement_id);
create index outbox_oldest on outbox (queued_at, channel) where delivered_at is null;
create index outbox_failing on outbox (channel)
  where delivered_at is null and last_error is not null;

drop trigger data_requirements_queue;
create trigger data_requirements_queue after insert on data_requirements
begin
  insert into outbox (requirement_id, channel, next_attempt_at, queued_at)
    select new.id, channel, new.created_at, new.created_at from outbox_channels;
end;
