import {
  isChoice,
  isLine,
  isList,
  optionsOf,
  TEXT_LIMITS,
  type Field,
} from "../../../domain/data-requirement.ts";
import { COLUMNS, type Column } from "../columns.ts";
import type { Dialect } from "../sql.ts";
import type { StoredRequest } from "../store.ts";

const TIMES: ReadonlySet<Column> = new Set(["created_at", "replied_at", "reply_due"] as const);

export const postgresDialect: Dialect = {
  requests: "public.data_requirements",
  outbox: "private.outbox",
  channels: "private.outbox_channels",
  reminder: "private.reminder",
  serverSecret: "private.server_secret",
  selection: COLUMNS.map((column) =>
    TIMES.has(column) ? `${timestamp(column)} as ${column}` : column,
  ).join(", "),
  fromRow: (row) => row as StoredRequest,
  now: "now()",
  secondsFromNow: (seconds) => `now() + ${seconds} * interval '1 second'`,
  timestamp,
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

/** As PostgREST prints it: the driver's dates would lose microseconds. */
function timestamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
}

function toType(field: Field): string {
  if (isList(field)) return `text[] check (private.is_hardware_list(${field}))`;
  if (isChoice(field)) {
    const values = optionsOf(field).map(({ value }) => `'${value}'`);
    return `text check (${field} in (${values.join(", ")}))`;
  }
  const line = isLine(field) ? ` and private.is_line(${field})` : "";
  return `text check (char_length(${field}) <= ${TEXT_LIMITS[field]}${line})`;
}
