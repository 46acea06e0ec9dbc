import { dirname } from "node:path";

import { StoreUnavailable } from "../store.ts";
import { NewerSchema } from "./migrations.ts";

/** Turns a failure to use the file at `path` into `StoreUnavailable`; returns any other error unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof NewerSchema) {
    const message = `The database ${path} was written by a later release: install that release.`;
    return new StoreUnavailable(message, { transient: false, cause: error });
  }
  const result = SQLITE_FAILURES[sqliteCode(error) ?? 0];
  if (result) {
    const { problem, transient = true } = result;
    return new StoreUnavailable(`The database ${path} ${problem}.`, { transient, cause: error });
  }
  const problem = FOLDER_FAILURES[(error as NodeJS.ErrnoException).code ?? ""];
  if (problem === undefined) return error;
  return new StoreUnavailable(`The data folder ${dirname(path)} cannot be used: ${problem}.`, {
    transient: problem === FULL,
    cause: error,
  });
}

/** The primary result code of an error that SQLite raised. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** Whether another process holds the file's lock, so that a retry may succeed. */
export function isLocked(error: unknown): boolean {
  return error instanceof StoreUnavailable && sqliteCode(error.cause ?? {}) === SQLITE_BUSY;
}

export const SQLITE_CONSTRAINT = 19;
export const SQLITE_BUSY = 5;

const LOCKED = "is locked by another program: close that program";
const READ_ONLY = "cannot be opened for writing: check its owner and permissions, and DATA_DIR";

/** By SQLite's primary result code: https://www.sqlite.org/rescode.html */
const SQLITE_FAILURES: Record<number, { problem: string; transient?: boolean }> = {
  [SQLITE_BUSY]: { problem: LOCKED },
  6: { problem: LOCKED },
  8: { problem: READ_ONLY, transient: false },
  10: { problem: "could not be read or written: check the disk" },
  11: { problem: "is damaged: put a backup in its place (docs/operations.md)" },
  13: { problem: "cannot grow, the disk is full: free some space" },
  14: { problem: READ_ONLY, transient: false },
  26: { problem: "is not a database: put a backup in its place (docs/operations.md)" },
};

const NOT_WRITABLE = "it is not writable; change its owner or permissions, or set DATA_DIR";
const FULL = "the disk is full: free some space";

const FOLDER_FAILURES: Record<string, string> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: "it is on a read-only disk; set DATA_DIR to a folder that can be written",
  ENOENT: "it cannot be created there; set DATA_DIR to a folder that can be written",
  ENOTDIR: "part of the path is a file; set DATA_DIR to a folder",
  EEXIST: "it is a file; set DATA_DIR to a folder",
  ENOSPC: FULL,
};
