-- When a server last took it on itself to remind the provider: one row, which servers update by turns,
-- so that all of them together send one reminder a day.
create table reminder (
  id integer primary key check (id = 1),
  claimed_at text not null
) strict;
insert into reminder values (1, '1970-01-01T00:00:00.000+00:00');
