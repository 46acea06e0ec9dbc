import type { DatabaseSync } from "node:sqlite";

import { SCHEMA } from "../../domain/fields.ts";
import type { DatabaseUser } from "./database.ts";
import { explainSqliteError, LOCKED, StoreUnavailable } from "./errors.ts";
import { quoted } from "./rows.ts";
import {
  addableColumns,
  explainMigrationError,
  hashOf,
  INDEXES,
  literal,
  needsMigration,
  TABLES,
  toCreateTable,
  toSecretRow,
  toTables,
  toVersionRow,
  type DatabaseState,
  type Dialect,
} from "./schema.ts";

/** SQLite has no lists and no booleans. */
const SQLITE: Dialect = {
  id: "text",
  time: "text",
  flag: "integer",
  list: "text",
  toList: (entry) => literal(JSON.stringify([entry])),
  secret: "lower(hex(randomblob(32)))",
};

const LOCK_TRIGGERS = ["insert", "update", "delete"].map(
  (event) => `
drop trigger if exists request_lock_${event};
create trigger request_lock_${event} before ${event} on data_requirements
  when exists (select 1 from request_lock) begin
  select raise(abort, '${LOCKED}');
end;
`,
);

const TRIGGERS = `${LOCK_TRIGGERS.join("")}
-- Creates the notifications in the same transaction, whoever inserts the request.
drop trigger if exists request_notifications_queue;
create trigger request_notifications_queue after insert on data_requirements begin
  insert into request_notifications (subject, channel, request_id, queued_at, next_attempt_at, is_spam)
    select new.id, channel, new.id, new.created_at, new.created_at, new.spam_reason is not null
    from request_notifications where subject = 'channel';
end;

drop trigger if exists request_notifications_spam;
create trigger request_notifications_spam after update of spam_reason on data_requirements begin
  update request_notifications
    set is_spam = new.spam_reason is not null, failing_since = null, failure = null
    where request_id = new.id;
end;
`;

/** Returns true if the file must be brought to this version, and throws if `user` may not use it. */
export function needsSqliteMigration(
  connection: DatabaseSync,
  path: string,
  user: DatabaseUser,
): boolean {
  return needsMigration(readState(connection, path), toSchema().hash, user);
}

/** Runs in the caller's transaction, and checks again, because another server may start at the same time. */
export function migrateSqlite(connection: DatabaseSync, path: string, user: DatabaseUser): void {
  if (!needsSqliteMigration(connection, path, user)) return;
  const { tables, sql, hash } = toSchema();
  try {
    for (const table of tables) {
      connection.exec(toCreateTable(table, STRICT));
      const existing = connection.prepare(`select name from pragma_table_info('${table.name}')`);
      const names = new Set(existing.all().map(({ name }) => name));
      for (const [column, type] of addableColumns(table)) {
        if (names.has(column)) continue;
        connection.exec(`alter table ${table.name} add column ${quoted(column)} ${type}`);
      }
    }
    connection.exec(sql + toVersionRow({ hash, isDirect: false }));
  } catch (error) {
    const explained = explainSqliteError(error, path);
    if (explained instanceof StoreUnavailable) throw explained;
    throw explainMigrationError(error, path);
  }
}

/** The triggers and indexes in `sql` need the columns of `tables`. */
function toSchema() {
  const tables = toTables(SQLITE, SCHEMA);
  const sql = INDEXES + TRIGGERS + toSecretRow(SQLITE);
  const hash = hashOf(tables.map((table) => toCreateTable(table, STRICT)).join("") + sql);
  return { tables, sql, hash };
}

const STRICT = " strict";

function readState(connection: DatabaseSync, name: string): DatabaseState {
  const found = connection
    .prepare("select name from sqlite_schema where name in (select value from json_each(?))")
    .all(JSON.stringify(TABLES));
  const tables = found.map((row) => String(row["name"]));
  if (!tables.includes("request_schema")) return { name, tables, versions: [], lock: null };
  const versions = connection.prepare("select hash from request_schema order by position").all();
  const [lock] = connection.prepare("select reason from request_lock").all();
  return {
    name,
    tables,
    versions: versions.map(({ hash }) => ({ hash: String(hash), isDirect: false })),
    lock: lock === undefined ? null : String(lock["reason"]),
  };
}
