import { COLUMNS, type Column } from "../columns.ts";
import type { Dialect } from "../sql.ts";
import type { StoredRequirement } from "../store.ts";

const TIMES: ReadonlySet<Column> = new Set(["created_at", "replied_at", "reply_due"] as const);

export const postgresDialect: Dialect = {
  requirements: "public.data_requirements",
  outbox: "private.outbox",
  channels: "private.outbox_channels",
  reminder: "private.reminder",
  selection: COLUMNS.map((column) =>
    TIMES.has(column) ? `${timestamp(column)} as ${column}` : column,
  ).join(", "),
  fromRow: (row) => row as StoredRequirement,
  now: "now()",
  secondsFromNow: (seconds) => `now() + ${seconds} * interval '1 second'`,
  timestamp,
  skipLocked: "for update skip locked",
};

/** As PostgREST prints it: the driver's dates would lose microseconds. */
function timestamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
}
