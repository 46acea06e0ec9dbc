import type { Dialect } from "../sql.ts";

/** Times are ISO 8601 text. `now` is one time throughout a statement. */
export const sqliteDialect: Dialect = {
  now: "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')",
  secondsFromNow: (seconds) =>
    `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', (${seconds}) || ' seconds')`,
  columns: `select name, "notnull" as "notNull", 1 as insertable
    from pragma_table_info('data_requirements')`,
  migrations: "server/store/sqlite/migrations/",
  changes: {
    addColumn: (field) => `alter table data_requirements add column ${field} text;`,
    // Fields have no rules in SQLite.
    dropNotNull: () => "",
    allowOptions: () => "",
    grant: () => "",
  },
  skipLocked: "",
};
