-- One row with the time of the last reminder. A server claims the next one by updating it, so that all
-- servers together send one reminder a day.
create table if not exists private.reminder (
  id         integer primary key check (id = 1),
  claimed_at timestamptz not null
);
insert into private.reminder values (1, '1970-01-01T00:00:00Z') on conflict do nothing;
revoke all on private.reminder from public;
