import { statSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Statements of one open file, each prepared once. */
export type Connection = { database: DatabaseSync; prepare: (sql: string) => StatementSync };

export function withStatements(database: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  return {
    database,
    prepare(sql) {
      const known = statements.get(sql) ?? database.prepare(sql);
      // Lists of values make statements of their own; those are not kept.
      if (statements.size < 100) statements.set(sql, known);
      return known;
    },
  };
}

/** Commits the work, or rolls it back when it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("begin immediate");
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    // SQLite has already rolled back after a full disk or a failed write.
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Changes when another file is put in its place; null while there is none. */
export function inodeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
