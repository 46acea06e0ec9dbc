-- The reply that was promised when the request came: a later change of the promise leaves it as it is.
-- The server passes a value with each row; the default is there because SQLite adds no column that is
-- not null without one.
alter table data_requirements add column reply_due text not null default '';
update data_requirements
  set reply_due = strftime('%Y-%m-%dT%H:%M:%f+00:00', created_at, '+24 hours');

create index data_requirements_due on data_requirements (reply_due) where replied_at is null;
