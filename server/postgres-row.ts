import { COLUMNS } from "./columns.ts";

/** The columns, their times as PostgREST prints them: the driver's dates would cut microseconds. */
export const SELECTION = COLUMNS.map((column) =>
  column.endsWith("_at") ? `${printed(column)} as ${column}` : column,
).join(", ");

function printed(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
}
