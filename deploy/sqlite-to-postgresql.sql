-- Moves requests from SQLite to PostgreSQL: docs/backends.md#from-sqlite-to-postgresql.
-- References, keys, times and links stay the same, and only requests that were not announced yet are announced.
-- Reads requests.jsonl, which `requests list --format jsonl` wrote, and secret.txt, which `requests secret` wrote,
-- from the folder in which psql is run.

create temporary table exported (line jsonb);
-- A delimiter and a quote that JSON does not contain: each line is one value.
\copy exported from requests.jsonl with (format csv, delimiter e'\x01', quote e'\x02')

-- The trigger would announce every request again.
alter table public.data_requirements disable trigger data_requirements_announce;
-- Every column that was exported.
select format(
  'insert into public.data_requirements (%1$s)
   select %1$s from exported, jsonb_populate_record(null::public.data_requirements, line)',
  string_agg(quote_ident(attname), ', '))
from pg_attribute
where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped
  and exists (select from exported where line ? attname)
\gexec
insert into private.outbox (requirement_id, channel, attempts, delivered_at, last_error)
select (line ->> 'id')::uuid, channel, attempts, delivered_at, last_error
from exported, jsonb_to_recordset(line -> 'deliveries')
  as delivery(channel text, attempts integer, delivered_at timestamptz, last_error text);
alter table public.data_requirements enable trigger data_requirements_announce;

create temporary table secret (value text);
\copy secret from secret.txt
update private.server_secret set value = secret.value from secret;
