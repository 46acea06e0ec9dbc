import { FIELDS, isList } from "../../../domain/data-requirement.ts";
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
    // A list is JSON text here.
    const lists = FIELDS.filter(isList).map((field): [string, unknown] => {
      const text = row[field];
      return [field, typeof text === "string" ? JSON.parse(text) : null];
    });
    return Object.fromEntries([...columns, ...lists]) as StoredRequirement;
  },
  now: "now()",
  secondsFromNow: (seconds) => `seconds_from_now(${seconds})`,
  timestamp: (column) => column,
  skipLocked: "",
};
