-- Version 1.1.0. What the provider's people note about a request for each other, and when.
alter table public.data_requirements
  add column if not exists note text check (char_length(note) <= 500),
  add column if not exists noted_at timestamptz;
-- Visitors insert neither, but read all columns of the row that they insert, as PostgREST returns them.
grant select (note, noted_at) on public.data_requirements to anon;
