-- Version 2.0.0. Whether the last attempt failed because the receiver rejected the content.
alter table notifications add column content_rejected integer not null default 0;
