import { COLUMNS } from "../columns.ts";
import type { Dialect } from "../sql.ts";
import type { StoredRequirement } from "../store.ts";

export const postgresDialect: Dialect = {
  requirements: "public.data_requirements",
  outbox: "private.outbox",
  channels: "private.outbox_channels",
  selection: COLUMNS.map((column) =>
    column.endsWith("_at") ? `${timestamp(column)} as ${column}` : column,
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
