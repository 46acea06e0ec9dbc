-- When a server last took it on itself to remind the provider: one row, which servers update by turns,
-- so that all of them together send one reminder a day.
create table if not exists private.reminder (
  id         integer primary key check (id = 1),
  claimed_at timestamptz not null
);
insert into private.reminder values (1, '1970-01-01T00:00:00Z') on conflict do nothing;
revoke all on private.reminder from public;
