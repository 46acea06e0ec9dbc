import { DatabaseError } from "pg";

/** The message names the cause and the remedy. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly preventsStart: boolean;
  /** The connection ended before the statement's result arrived, so it may have changed the database. */
  readonly mayHaveRun: boolean;

  constructor(
    message: string,
    {
      preventsStart = false,
      mayHaveRun = false,
      cause,
    }: { preventsStart?: boolean; mayHaveRun?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.preventsStart = preventsStart;
    this.mayHaveRun = mayHaveRun;
  }
}

export function preventStart(message: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(message, { preventsStart: true, cause });
}

/** Triggers reject changes of requests with this message while `request_lock` has a row. */
export const LOCKED = "its requests are being copied, or were moved to another database";

/** Returns a `StoreUnavailable` for a failure of the file at `path`, and any other error unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // Primary result code: https://www.sqlite.org/rescode.html
  const reason = errcode === undefined ? code : errcode & 0xff;
  const kind: Kind | undefined =
    error.message === LOCKED
      ? { advice: LOCKED_ADVICE }
      : SQLITE_KINDS.find(({ reasons }) => reasons.includes(reason));
  if (!kind) return error;
  const { advice, preventsStart = false } = kind;
  return new StoreUnavailable(
    `The database ${path} cannot be used (${error.message}): ${advice}.`,
    { preventsStart, cause: error },
  );
}

const LOCKED_ADVICE = "use the other database (docs/operations.md)";

type Kind = { advice: string; preventsStart?: true };

const SQLITE_KINDS: (Kind & { reasons: (number | string | undefined)[] })[] = [
  {
    // SQLITE_BUSY, SQLITE_LOCKED
    reasons: [5, 6],
    advice: "another program has locked it; close that program if this does not pass",
  },
  {
    // SQLITE_IOERR, SQLITE_FULL
    reasons: [10, 13, "ENOSPC", "EIO"],
    advice: "check that its disk has space and works",
  },
  {
    // SQLITE_CORRUPT, SQLITE_NOTADB
    reasons: [11, 26],
    advice: "it is damaged; stop the server and restore a backup (docs/operations.md)",
  },
  {
    // SQLITE_READONLY, SQLITE_CANTOPEN
    reasons: [8, 14, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"],
    preventsStart: true,
    advice: "check DATA_DIR, and the owner and permissions of the file and its folder",
  },
];

/**
 * Returns a `StoreUnavailable` for a database that cannot be used or, while connecting, for every error, because poolers
 * report their limit by any code. Returns other errors unchanged. `name` must not contain the password. `isConnected`
 * means that the error came after connecting, so the statement may have been sent.
 */
export function explainPostgresError(
  error: unknown,
  name: string,
  { isConnected }: { isConnected: boolean },
): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const { code = "" } = error as { code?: string };
  const kind = POSTGRES_KINDS.find(({ codes }) => codes.test(code));
  const isReported = error instanceof DatabaseError;
  // An error that the database did not report means a lost connection, unless it is ours.
  if (!kind && isConnected && (isReported || error instanceof TypeError)) return error;
  // Any other error that the database reports has rolled the statement back.
  const isInterrupted = !isReported || /^(08|57)/.test(code);
  const { preventsStart = false, advice = "check that it runs and can be reached" } = kind ?? {};
  return new StoreUnavailable(
    `The database ${name} cannot be used (${error.message || code}): ${advice}.`,
    { preventsStart, mayHaveRun: isConnected && isInterrupted, cause: error },
  );
}

export function isDeadlock(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === "40P01";
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and codes of Node's TLS and files */
const POSTGRES_KINDS: (Partial<Kind> & { codes: RegExp })[] = [
  {
    codes: /^(28|3D)...$/,
    preventsStart: true,
    advice: "check the user, the password and the database's name in DATABASE_URL",
  },
  {
    codes: /^42501$/,
    preventsStart: true,
    advice: "DATABASE_URL needs the user that owns its tables",
  },
  {
    codes: /^(.*CERT.*|UNABLE_TO_VERIFY.*)$/,
    preventsStart: true,
    advice: "give DATABASE_URL the provider's certificate with sslrootcert (docs/deploy.md)",
  },
  { codes: /^PT503$/, advice: LOCKED_ADVICE },
  // The missing file is a certificate or a socket.
  { codes: /^ENOENT$/, advice: "check the file that DATABASE_URL names" },
  { codes: /^(53|58)...$/, advice: "check its disk, its memory and its limit of connections" },
  // Class 40 and 55P03 are conflicts with another program. 25006 is a replica.
  { codes: /^(08|57|40)...$|^55P03$|^25006$/ },
];
