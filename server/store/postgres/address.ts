import { readFileSync } from "node:fs";

import type { PoolConfig } from "pg";

/** How to reach a PostgreSQL, and how to name it to people. */
export type PostgresAddress = {
  /** Database and host; no user and no password. */
  location: string;
  connectionString: string;
  ssl: PoolConfig["ssl"];
  /** Whether a server that offers no TLS is talked to without. */
  plaintextAllowed: boolean;
};

export type AddressReading =
  | { kind: "address"; address: PostgresAddress }
  | { kind: "invalid"; problem: string };

/**
 * Reads a `postgres://` URL. `sslmode` and `sslrootcert` mean what they mean to libpq
 * (https://www.postgresql.org/docs/current/libpq-ssl.html); without `sslmode`, TLS is used wherever
 * a server that is not on this machine offers it. A problem never repeats the URL.
 */
export function readAddress(databaseUrl: string): AddressReading {
  const ambiguous =
    !URL.canParse(databaseUrl) ||
    // An unencoded `@`, `/`, `#` or `?` of a password is read as the end of a part.
    /^[^/]*\/\/[^/]*@[^/]*@/.test(databaseUrl) ||
    /[@/]/.test(new URL(databaseUrl).pathname.slice(1)) ||
    new URL(databaseUrl).hash !== "";
  if (ambiguous) {
    return invalid(
      "DATABASE_URL must have the form postgres://user:password@host:5432/database; in the " +
        "password, write @ as %40, / as %2F, : as %3A, # as %23 and ? as %3F.",
    );
  }
  const url = new URL(databaseUrl);
  const sslmode = url.searchParams.get("sslmode");
  const rootCertificate = url.searchParams.get("sslrootcert");
  url.searchParams.delete("sslmode");
  url.searchParams.delete("sslrootcert");
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  const base = {
    location: `PostgreSQL, database ${decodeURIComponent(url.pathname.slice(1))} on ${host}:${url.port || 5432}`,
    connectionString: url.href,
  };

  const ca = readCertificate(rootCertificate);
  if (ca === null) return invalid("sslrootcert in DATABASE_URL names a file that cannot be read.");
  const unverified = { rejectUnauthorized: false };
  const verified = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  const chainOnly = { ...verified, checkServerIdentity: () => undefined };
  const found = (ssl: PoolConfig["ssl"], plaintextAllowed = false): AddressReading => ({
    kind: "address",
    address: { ...base, ssl, plaintextAllowed },
  });

  switch (sslmode) {
    case null:
      return isThisMachine(host) ? found(false) : found(unverified, true);
    case "disable":
      return found(false);
    case "allow":
    case "prefer":
      return found(unverified, true);
    case "require":
      return found(ca === undefined ? unverified : chainOnly);
    case "no-verify":
      return found(unverified);
    case "verify-ca":
      return found(chainOnly);
    case "verify-full":
      return found(verified);
    default:
      return invalid(
        "sslmode in DATABASE_URL must be disable, prefer, require, no-verify, verify-ca or verify-full.",
      );
  }
}

function invalid(problem: string): AddressReading {
  return { kind: "invalid", problem };
}

/** Undefined stands for the authorities that Node knows, null for a file that cannot be read. */
function readCertificate(path: string | null): string | undefined | null {
  if (path === null || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function isThisMachine(host: string): boolean {
  return host === "" || host.startsWith("/") || /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host);
}
