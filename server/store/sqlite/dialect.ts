import { COLUMNS } from "../columns.ts";
import type { Dialect } from "../sql.ts";
import type { StoredRequirement } from "../store.ts";

/** Times are ISO 8601 text; `now` and `seconds_from_now` are functions of `database.ts`. */
export const sqliteDialect: Dialect = {
  requirements: "data_requirements",
  outbox: "outbox",
  channels: "outbox_channels",
  reminder: "reminder",
  selection: COLUMNS.join(", "),
  fromRow(row) {
    const columns = COLUMNS.map((column) => [column, row[column]]);
    const list = row["hardware_setup"];
    // A list is JSON text here.
    const hardware_setup: unknown = typeof list === "string" ? JSON.parse(list) : null;
    return { ...Object.fromEntries(columns), hardware_setup } as StoredRequirement;
  },
  now: "now()",
  secondsFromNow: (seconds) => `seconds_from_now(${seconds})`,
  timestamp: (column) => column,
  skipLocked: "",
};
