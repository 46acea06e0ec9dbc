import { FIELDS, isList } from "../../../domain/data-requirement.ts";
import { COLUMNS } from "../columns.ts";
import type { Dialect } from "../sql.ts";
import type { StoredRequest } from "../store.ts";

/** Times are ISO 8601 text. `now` is one time throughout a statement. */
export const sqliteDialect: Dialect = {
  requests: "data_requirements",
  outbox: "outbox",
  channels: "outbox_channels",
  reminder: "reminder",
  serverSecret: "server_secret",
  selection: COLUMNS.join(", "),
  fromRow(row) {
    const columns = COLUMNS.map((column) => [column, row[column]]);
    // A list is JSON text here.
    const lists = FIELDS.filter(isList).map((field): [string, unknown] => {
      const text = row[field];
      return [field, typeof text === "string" ? JSON.parse(text) : null];
    });
    return Object.fromEntries([...columns, ...lists]) as StoredRequest;
  },
  now: "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')",
  secondsFromNow: (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '${seconds} seconds')`,
  timestamp: (column) => column,
  columns: `select name, "notnull" as "notNull", 1 as insertable
    from pragma_table_info('data_requirements')`,
  migrations: "server/store/sqlite/migrations/",
  changes: {
    addColumn: (field) => `alter table data_requirements add column ${field} text;`,
    // Fields have no rules in SQLite.
    dropNotNull: () => "",
    grant: () => "",
  },
  skipLocked: "",
};
