-- Version 1.1.0. What the provider's people note about a request for each other, and when.
alter table data_requirements add column note text;
alter table data_requirements add column noted_at text;
