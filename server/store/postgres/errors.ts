import { StoreUnavailable } from "../store.ts";

/** Turns an error into `StoreUnavailable`, unless its SQLSTATE means that our statement is wrong. */
export function explainPostgresError(error: unknown, location: string): Error {
  if (error instanceof StoreUnavailable) return error;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // Without the message, which may contain a visitor's input.
  if (OUR_FAULT.test(code)) return new Error(`The database rejected a statement (${code}).`);
  const matches = ([pattern]: Reason) => pattern.test(`${code} ${message}`);
  const permanent = PERMANENT.find(matches);
  const [, reason] = permanent ?? TRANSIENT.find(matches) ?? [/./, "it cannot do this now ($)"];
  return new StoreUnavailable(`${location}: ${reason.replace("$", () => message || code)}.`, {
    transient: !permanent,
    cause: error,
  });
}

/** Whether the server or a pooler had no free connection, which is transient. */
export function isOutOfSlots(error: unknown): boolean {
  const { code, message = "" } = error as { code?: string; message?: string };
  return code === "53300" || POOLER_IS_FULL.test(message);
}

/** Data exceptions, violated constraints, and SQL that cannot be parsed or typed. */
const OUR_FAULT = /^(22|23|42601|42702|42804|42P02|42P18)/;

/** Messages of PgBouncer, Supavisor and RDS Proxy. */
const POOLER_IS_FULL =
  /max_client_conn|query_wait_timeout|no more connections allowed|max ?client|checkout|waiting to acquire/i;

/** `$` is replaced by the database's message. */
type Reason = readonly [pattern: RegExp, reason: string];

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or message. */
const PERMANENT: readonly Reason[] = [
  [
    /^28000 .*(no encryption|SSL off)/,
    "it accepts TLS connections only; add sslmode=require to DATABASE_URL",
  ],
  [/^28000 .*pg_hba/, "it admits no such connection ($); add it to pg_hba.conf there"],
  [/^28|SASL/, "it refuses the user or the password; check DATABASE_URL"],
  [/^3D000/, "there is no such database; create it, or check DATABASE_URL"],
  [/^42501/, "the user of DATABASE_URL lacks a right ($); see docs/backends.md"],
  [
    /^(42P01|3F000|42883|42703)/,
    "$; restore it from a backup (docs/operations.md) or, in a new database, start the server once",
  ],
  [/does not support SSL/, "it offers no TLS; enable it there, or set sslmode=disable"],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER))/,
    "its certificate is from an unknown authority; name that authority's file in sslrootcert",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    "its certificate is for another host; use the name in it, or sslmode=verify-ca",
  ],
  [/^CERT_/, "its certificate is not valid ($); renew it"],
];

const TRANSIENT: readonly Reason[] = [
  [/^(EPROTO|ERR_SSL)/, "TLS with it failed ($)"],
  [/^ECONNREFUSED/, "nothing answers there; start the database"],
  [/^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/, "the host cannot be reached"],
  [/^53100/, "its disk is full; free some space"],
  [POOLER_IS_FULL, "the connection pooler has no free slot; lower DATABASE_POOL_SIZE"],
  [/^53300/, "it has no free connection; lower DATABASE_POOL_SIZE, or raise max_connections"],
  [/exceeded when trying to connect/, "none of DATABASE_POOL_SIZE's connections was free in time"],
  [/^25006/, "it is read-only now"],
  [
    /^55P03|^57014|Query read timeout/,
    "it took too long; another program may hold a lock, or a connection pooler has no free slot",
  ],
  [/^57|^08|^58|^XX00[12]/, "it is starting, stopping, or cannot write"],
  [
    /connection timeout/,
    "it accepted no connection in time; behind a pooler, lower DATABASE_POOL_SIZE",
  ],
  [
    /^(ECONN|EPIPE|ETIMEDOUT)|terminated|timeout|not queryable|connection error/i,
    "the connection was lost",
  ],
];
