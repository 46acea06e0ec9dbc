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
    allowOptions: (field) => {
      const table = "alter table public.data_requirements";
      const constraint = `data_requirements_${field}_check`;
      return (
        `${table} drop constraint if exists ${constraint};\n` +
        `${table} add constraint ${constraint} ${toCheck(field)};`
      );
    },
    grant: (field) =>
      `grant insert (${field}), select (${field}) on public.data_requirements to anon;`,
  },
  skipLocked: "for update skip locked",
};

function toType(field: Field): string {
  return `${isList(field) ? "text[]" : "text"} ${toCheck(field)}`;
}

function toCheck(field: Field): string {
  if (isList(field)) return `check (private.is_hardware_list(${field}))`;
  if (isChoice(field)) {
    const values = optionsOf(field).map(({ value }) => `'${value}'`);
    return `check (${field} in (${values.join(", ")}))`;
  }
  const line = isLine(field) ? ` and private.is_line(${field})` : "";
  return `check (char_length(${field}) <= ${TEXT_LIMITS[field]}${line})`;
}
