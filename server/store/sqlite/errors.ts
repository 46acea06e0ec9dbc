import { StoreUnavailable } from "../store.ts";

/** Turns a failure to use the file at `path` into `StoreUnavailable`; returns any other error unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (error instanceof StoreUnavailable) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const reason = sqliteCodeOf(error) ?? code;
  const isPermanent = PERMANENT.has(reason);
  if (!isPermanent && !TRANSIENT.has(reason)) return error;
  const Unavailable = reason === SQLITE_BUSY ? DatabaseLocked : StoreUnavailable;
  return new Unavailable(
    `The database ${path} cannot be used (${message}): check the space on its disk, the owner and ` +
      "permissions of the file and its folder, DATA_DIR, and that no other program holds it; if it is " +
      "damaged, put a backup in its place (docs/operations.md).",
    { transient: !isPermanent, cause: error },
  );
}

/** Another process uses the file, so that a retry may succeed. */
export class DatabaseLocked extends StoreUnavailable {}

/** Whether a statement itself is wrong, or what it would write. */
export function isFaultOfStatement(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === SQLITE_ERROR || code === SQLITE_CONSTRAINT;
}

/** The primary result code of an error that SQLite raised: https://www.sqlite.org/rescode.html */
function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** What may pass, or be repaired, while the server runs. */
const TRANSIENT = new Set<number | string>([
  SQLITE_BUSY,
  SQLITE_LOCKED,
  SQLITE_IOERR,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_NOTADB,
  "ENOSPC",
]);

/** What only another owner, other permissions or other settings change. */
const PERMANENT = new Set<number | string>([
  SQLITE_READONLY,
  SQLITE_CANTOPEN,
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOENT",
  "ENOTDIR",
  "EEXIST",
]);
