import { StoreUnavailable } from "../store.ts";

/**
 * What a database could not do, as `StoreUnavailable`, whatever it was: only the SQLSTATEs that a
 * statement of ours is to blame for are errors of ours, and those lose what visitors typed.
 */
export function explainPostgresError(error: unknown, location: string): Error {
  if (error instanceof StoreUnavailable) return error;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (OUR_FAULT.test(code))
    return new Error(`The database refused a statement (SQLSTATE ${code}).`);
  const [, reason, transient = true] = REASONS.find(([pattern]) =>
    pattern.test(`${code} ${message}`),
  ) ?? [undefined, `it cannot do this now (${code || message})`];
  return new StoreUnavailable(`${location}: ${reason}.`, { transient, cause: error });
}

/** Data exceptions, violated constraints, and SQL that cannot be parsed or typed. */
const OUR_FAULT = /^(22|23|42601|42703|42702|42804|42P02|42P18)/;

const PERMANENT = false;

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or words. */
const REASONS: readonly [RegExp, string, boolean?][] = [
  [
    /^28000 .*(no encryption|SSL off)/,
    "it accepts TLS connections only; add sslmode=require to DATABASE_URL",
    PERMANENT,
  ],
  [/^28/, "user or password are refused; check DATABASE_URL", PERMANENT],
  [/^3D000/, "there is no such database; create it, or check DATABASE_URL", PERMANENT],
  [
    /^42501 (.*)/,
    "the user of DATABASE_URL lacks a permission; use the database's owner",
    PERMANENT,
  ],
  [
    /^42P01|^3F000|^42883/,
    "a table of ours is missing; restore it from a backup (docs/operations.md)",
    PERMANENT,
  ],
  [
    /does not support SSL/,
    "it offers no TLS; enable it there, or use sslmode=disable in DATABASE_URL",
    PERMANENT,
  ],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER))/,
    "its certificate is from an unknown authority; name that authority's file in sslrootcert",
    PERMANENT,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    "its certificate is for another host; use the name in it, or sslmode=verify-ca",
    PERMANENT,
  ],
  [/^CERT_HAS_EXPIRED/, "its certificate has expired; renew it", PERMANENT],
  [/^ECONNREFUSED/, "nothing answers there; start the database"],
  [/^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/, "the host cannot be reached"],
  [/^53100/, "its disk is full; free some space"],
  [
    /max_client_conn|query_wait_timeout|no more connections allowed|MaxClients/i,
    "the connection pooler has no free slot",
  ],
  [/timeout exceeded when trying to connect/, "no connection was free in time"],
  [/^53/, "it has no connection or memory to spare"],
  [/^25006/, "it is read-only now"],
  [/^55P03|^57014|^Query read timeout/, "it took too long; another program may hold a lock"],
  [/^57|^08|^58|^XX00[12]/, "it is starting, stopping, or cannot write"],
  [
    /^(ECONN|EPIPE|ETIMEDOUT)|terminated|timeout|not queryable|connection error/i,
    "the connection was lost",
  ],
];
