import {
  isChoice,
  isLine,
  isList,
  optionsOf,
  TEXT_LIMITS,
  type Field,
} from "../../../domain/data-requirement.ts";
import type { Dialect } from "../sql.ts";

export const postgresDialect: Dialect = {
  now: "now()",
  secondsFromNow: (seconds) => `now() + (${seconds}) * interval '1 second'`,
  columns: `select attname as name, attnotnull as "notNull",
      has_column_privilege('anon', attrelid, attnum, 'insert')
        and has_column_privilege('anon', attrelid, attnum, 'select') as insertable
    from pg_attribute
    where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped`,
  migrations: "supabase/migrations/",
  changes: {
    addColumn: (field) =>
      `alter table public.data_requirements add column if not exists ${field} ${toType(field)};`,
    dropNotNull: (field) =>
      `alter table public.data_requirements alter column ${field} drop not null;`,
    grant: (field) =>
      `grant insert (${field}), select (${field}) on public.data_requirements to anon;`,
  },
  skipLocked: "for update skip locked",
};

function toType(field: Field): string {
  if (isList(field)) return `text[] check (private.is_hardware_list(${field}))`;
  if (isChoice(field)) {
    const values = optionsOf(field).map(({ value }) => `'${value}'`);
    return `text check (${field} in (${values.join(", ")}))`;
  }
  const line = isLine(field) ? ` and private.is_line(${field})` : "";
  return `text check (char_length(${field}) <= ${TEXT_LIMITS[field]}${line})`;
}
