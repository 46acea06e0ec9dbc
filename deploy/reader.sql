-- A user who may read requests and nothing else, for `npm run requests` on the primary or a standby:
-- docs/backends.md#users. Run as the owner of the tables: psql "$DATABASE_URL" -f deploy/reader.sql
create role reader login; -- then: \password reader
grant usage on schema private to reader;
grant select on public.data_requirements, private.outbox, private.outbox_channels to reader;
-- Without a policy, row level security hides every request from it.
create policy data_requirements_reader on public.data_requirements for select to reader using (true);
