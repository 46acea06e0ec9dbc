/** The message names the cause and the remedy. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly preventsStart: boolean;

  constructor(
    message: string,
    { preventsStart = false, cause }: { preventsStart?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.preventsStart = preventsStart;
  }
}

export function preventStart(message: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(message, { preventsStart: true, cause });
}

/** Returns a `StoreUnavailable` for a failure of the file at `path`, and any other error unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // Primary result code: https://www.sqlite.org/rescode.html
  const reason = errcode === undefined ? code : errcode & 0xff;
  const kind = KINDS.find(({ reasons }) => reasons.includes(reason));
  if (!kind) return error;
  return new StoreUnavailable(
    `The database ${path} cannot be used (${error.message}): ${kind.advice}.`,
    { preventsStart: kind.preventsStart, cause: error },
  );
}

type Kind = { reasons: (number | string | undefined)[]; preventsStart: boolean; advice: string };

const KINDS: Kind[] = [
  {
    // SQLITE_BUSY, SQLITE_LOCKED
    reasons: [5, 6],
    preventsStart: false,
    advice: "another program has locked it; close that program if this does not pass",
  },
  {
    // SQLITE_IOERR, SQLITE_FULL
    reasons: [10, 13, "ENOSPC", "EIO"],
    preventsStart: false,
    advice: "check that its disk has space and works",
  },
  {
    // SQLITE_CORRUPT, SQLITE_NOTADB
    reasons: [11, 26],
    preventsStart: false,
    advice: "it is damaged; stop the server and restore a backup (docs/operations.md)",
  },
  {
    // SQLITE_READONLY, SQLITE_CANTOPEN
    reasons: [8, 14, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"],
    preventsStart: true,
    advice: "check DATA_DIR, and the owner and permissions of the file and its folder",
  },
];
