-- An address to which no mail can be sent is refused, since a reply is promised: the rule of
-- domain/data-requirement.ts. Rows from before this migration stay, and can be marked.
create trigger data_requirements_email before insert on data_requirements
when not (
  new.email glob '?*@?*.?*'
  and new.email not glob '*@*@*'
  and new.email not glob '*[^a-zA-Z0-9.!#$%&''*+/=?^_`{|}~@-]*'
  and new.email not glob '*@*[^a-zA-Z0-9.-]*'
  -- Labels are neither empty nor longer than 63 characters, and neither begin nor end with a hyphen.
  and '.' || substr(new.email, instr(new.email, '@') + 1) || '.' not glob '*[.-][.]*'
  and '.' || substr(new.email, instr(new.email, '@') + 1) not glob '*.-*'
  and new.email not glob '*@*' || replace(hex(zeroblob(32)), '0', '[^.]') || '*')
begin
  select raise(abort, 'CHECK constraint failed: data_requirements_email_check');
end;
