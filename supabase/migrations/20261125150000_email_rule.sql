-- An address to which no mail can be sent is refused, since a reply is promised: the rule of
-- domain/data-requirement.ts. Rows from before this migration keep theirs, and can be marked and restored:
-- a constraint that is "not valid" would fail on every update of such a row.

create or replace function private.is_email(address text) returns boolean
language sql immutable parallel safe as $$
  select address ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$'
$$;
grant execute on function private.is_email(text) to public;

do $$
begin
  execute format(
    'alter table public.data_requirements
      drop constraint if exists data_requirements_email_check,
      add constraint data_requirements_email_check check (
        char_length(email) <= 254 and (created_at < %L or private.is_email(email)))',
    clock_timestamp());
end $$;
