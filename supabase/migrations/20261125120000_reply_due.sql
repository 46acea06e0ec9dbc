-- The reply that was promised when the request came: a later change of the promise leaves it as it is.
-- The column's default is the one setting for every way in, PostgREST included;
-- server/http/insert/contract.test.ts compares it with REPLY_PROMISE_HOURS in domain/.

alter table public.data_requirements add column if not exists reply_due timestamptz;
update public.data_requirements set reply_due = created_at + interval '24 hours'
  where reply_due is null;
alter table public.data_requirements
  alter column reply_due set default now() + interval '24 hours',
  alter column reply_due set not null;

create index if not exists data_requirements_due
  on public.data_requirements (reply_due) where replied_at is null;

-- PostgREST reloads its schema cache now.
notify pgrst, 'reload schema';
