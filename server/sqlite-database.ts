import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

import { SQLITE_SCHEMA } from "./sqlite-schema.ts";
import { StoreUnavailable } from "./store.ts";

/** Statements of one open file, each prepared once. */
export type Connection = { database: DatabaseSync; prepare: (sql: string) => StatementSync };

/**
 * One SQLite file that opens when it is first needed, and again after a failure or when another
 * file was put in its place: a full disk that was freed or a restored backup needs no restart.
 */
export class SqliteDatabase {
  readonly path: string;
  #open: { connection: Connection; identity: string } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Runs `work` on the open file. Throws `StoreUnavailable` when the file cannot be used. */
  use<Result>(work: (connection: Connection) => Result): Result {
    try {
      return work(this.#connect());
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Runs `work` as one transaction, on disk when this returns; nothing of it is when it throws. */
  transaction<Result>(work: (connection: Connection) => Result): Result {
    return this.use((connection) => {
      const { database } = connection;
      database.exec("begin immediate");
      try {
        const result = work(connection);
        database.exec("commit");
        return result;
      } catch (error) {
        // SQLite has already rolled back after a full disk or a failed write.
        if (database.isTransaction) database.exec("rollback");
        throw error;
      }
    });
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.database.close();
  }

  #connect(): Connection {
    if (this.#open && this.#open.identity !== identify(this.path)) this.close();
    if (this.#open) return this.#open.connection;
    makeFolder(dirname(this.path));
    const database = new DatabaseSync(this.path, { timeout: BUSY_MILLISECONDS });
    try {
      database.exec(SQLITE_SCHEMA);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#open = { connection: withStatements(database), identity: identify(this.path) };
    return this.#open.connection;
  }

  #explain(error: unknown): unknown {
    const primary = sqliteCode(error);
    const told = primary === undefined ? undefined : FAILURES[primary];
    if (told) {
      // Only another program's lock leaves the connection as good as it was.
      if (primary !== SQLITE_BUSY) this.close();
      const message = `The database ${this.path} ${told.problem}`;
      return new StoreUnavailable(message, { passing: told.passing, cause: error });
    }
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!(code in FOLDER_FAILURES) && code !== "ENOSPC") return error;
    const problem = FOLDER_FAILURES[code] ?? "the disk is full: free some space";
    return new StoreUnavailable(
      `The data folder ${dirname(this.path)} cannot be used: ${problem}.`,
      { passing: code === "ENOSPC", cause: error },
    );
  }
}

/** SQLite's primary result code of an error, if it is one of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** Whether another process holds the file's lock: what failed may be tried again. */
export function isLocked(error: unknown): boolean {
  return error instanceof StoreUnavailable && sqliteCode(error.cause) === SQLITE_BUSY;
}

export const SQLITE_CONSTRAINT = 19;
const SQLITE_BUSY = 5;

// Waiting blocks the whole process: the store waits longer, between tries.
const BUSY_MILLISECONDS = 100;

const CANNOT_WRITE = "cannot be opened for writing: check its owner and permissions, and DATA_DIR.";

const FAILURES: Record<number, { problem: string; passing: boolean }> = {
  [SQLITE_BUSY]: { problem: "is locked by another program: close that program.", passing: true },
  6: { problem: "is locked by another program: close that program.", passing: true },
  8: { problem: CANNOT_WRITE, passing: false },
  10: { problem: "could not be read or written: check the disk.", passing: true },
  11: { problem: "is damaged: put a backup in its place (docs/operations.md).", passing: true },
  13: { problem: "cannot grow, the disk is full: free some space.", passing: true },
  14: { problem: CANNOT_WRITE, passing: false },
  26: { problem: "is no database: put a backup in its place (docs/operations.md).", passing: true },
};

const FOLDER_FAILURES: Record<string, string> = {
  EACCES: "it is not writable; change its owner or permissions, or set DATA_DIR",
  EPERM: "it is not writable; change its owner or permissions, or set DATA_DIR",
  EROFS: "it is on a read-only disk; set DATA_DIR to a folder that can be written",
  ENOENT: "it cannot be made there; set DATA_DIR to a folder that can be written",
  ENOTDIR: "part of the path is a file; set DATA_DIR to a folder",
  EEXIST: "it is a file; set DATA_DIR to a folder",
};

/** As `mkdirSync(…, { recursive: true })`, which never returns where nothing can be made (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function identify(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : "missing";
}

function withStatements(database: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  return {
    database,
    prepare(sql) {
      const known = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, known);
      return known;
    },
  };
}
