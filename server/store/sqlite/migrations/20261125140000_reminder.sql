-- One row with the time of the last reminder. A server claims the next one by updating it, so that all
-- servers together send one reminder a day.
create table reminder (
  id integer primary key check (id = 1),
  claimed_at text not null
) strict;
insert into reminder values (1, '1970-01-01T00:00:00.000+00:00');
