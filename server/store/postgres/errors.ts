import type { DatabaseError } from "pg";

import { StoreUnavailable } from "../store.ts";

/** Turns an error into `StoreUnavailable`, unless its SQLSTATE means that our statement is wrong. */
export function explainPostgresError(error: unknown, location: string): Error {
  if (error instanceof StoreUnavailable) return error;
  const { code = "", message = "", constraint, column } = error as Partial<DatabaseError>;
  if (OUR_FAULT.test(code)) {
    // Without the message and the details, which may contain a visitor's input.
    const facts = [code, constraint ?? column].filter(Boolean).join(", ");
    return new Error(`The database rejected a statement (${facts}).`);
  }
  const permanent = PERMANENT.find(([pattern]) => pattern.test(`${code} ${message}`));
  const help = permanent ? `; ${permanent[1]}` : "";
  return new StoreUnavailable(`${location}: ${message || code}${help}.`, {
    transient: !permanent,
    cause: error,
  });
}

/** Classes of SQLSTATE for data exceptions, violated constraints and invalid SQL. */
const OUR_FAULT = /^(22|23|42601|42702|42804|42P02|42P18)/;

/**
 * Errors that do not go away by waiting, and what helps. A pattern matches an SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or a message or code of the
 * driver, Node or OpenSSL.
 */
const PERMANENT: readonly (readonly [pattern: RegExp, help: string])[] = [
  [/does not support SSL/, "to connect without TLS, add sslmode=disable to DATABASE_URL"],
  [
    /no encryption|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_/,
    "see docs/backends.md#tls",
  ],
  [/^28|^3D000|SASL/, "see docs/backends.md#database_url"],
  [/^42501/, "see docs/backends.md#rights"],
  [/^(42P01|42703|42704|42883|3F000)/, "see docs/backends.md#the-schema"],
];
