import { readFileSync } from "node:fs";

import type { PoolConfig } from "pg";

/** How to reach a PostgreSQL, and its name in messages. */
export type PostgresAddress = {
  /** Database and host, without user and password. */
  location: string;
  connectionString: string;
  ssl: PoolConfig["ssl"];
  /** Whether a server that offers no TLS may be used without it. */
  plaintextAllowed: boolean;
};

/** Few: inserts that wait for a connection share a statement, which is faster than more of them. */
export const DEFAULT_POOL_SIZE = 4;

export type DatabaseUrlResult =
  | { kind: "address"; address: PostgresAddress }
  | { kind: "invalid"; problem: string };

/**
 * Reads a `postgres://` URL. `sslmode` and `sslrootcert` mean what they mean to libpq
 * (https://www.postgresql.org/docs/current/libpq-ssl.html); without `sslmode`, TLS is used wherever
 * a server that is not on this machine offers it. A problem never repeats the URL.
 */
export function parseDatabaseUrl(databaseUrl: string): DatabaseUrlResult {
  const url = parseUrl(databaseUrl);
  if (url === null) return invalid(MALFORMED);
  const sslmode = url.searchParams.get("sslmode");
  const authority = readCertificate(url.searchParams.get("sslrootcert"));
  if (authority === null)
    return invalid("sslrootcert in DATABASE_URL is no file that can be read.");
  for (const name of ["sslmode", "sslrootcert"]) url.searchParams.delete(name);
  // The driver would take its TLS settings from these, and ignore ours.
  const unknown = [...url.searchParams.keys()].find((name) => /ssl|^uselibpqcompat$/.test(name));
  if (unknown !== undefined) {
    return invalid("DATABASE_URL may set sslmode and sslrootcert, but nothing else about TLS.");
  }

  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  const database = decodeURIComponent(url.pathname.slice(1));
  const unverified = { rejectUnauthorized: false };
  const verified = authority === undefined ? {} : { ca: authority };
  const verifiedButForName = { ...verified, checkServerIdentity: () => undefined };
  const modes = new Map<string, PoolConfig["ssl"]>([
    ["disable", false],
    ["prefer", unverified],
    // As in libpq: naming an authority also requires verification.
    ["require", authority === undefined ? unverified : verifiedButForName],
    ["no-verify", unverified],
    ["verify-ca", verifiedButForName],
    ["verify-full", verified],
  ]);
  const mode = sslmode ?? (isThisMachine(host) ? "disable" : "prefer");
  const ssl = modes.get(mode);
  if (ssl === undefined) {
    return invalid(`sslmode in DATABASE_URL must be one of ${[...modes.keys()].join(", ")}.`);
  }
  const location = `PostgreSQL, database ${database} on ${host}:${url.port || 5432}`;
  const plaintextAllowed = mode === "prefer";
  return {
    kind: "address",
    address: { location, connectionString: url.href, ssl, plaintextAllowed },
  };
}

const MALFORMED =
  "DATABASE_URL must have the form postgres://user:password@host:5432/database; in the password, " +
  "write @ as %40, / as %2F, # as %23, ? as %3F and % as %25.";

/** Null too for a URL in which part of a password could be read as a host or a database. */
function parseUrl(text: string): URL | null {
  if (!URL.canParse(text) || /@.*@/.test(text)) return null;
  const url = new URL(text);
  const { protocol, username, password, hostname, pathname, search, hash } = url;
  const misread = hash !== "" || /^\/.*\/|@/.test(pathname) || search.includes("@");
  const decodable = [username, password, hostname, pathname].every(isDecodable);
  return !misread && decodable && /^postgres(ql)?:$/.test(protocol) ? url : null;
}

function isDecodable(part: string): boolean {
  try {
    return decodeURIComponent(part) !== null;
  } catch {
    return false;
  }
}

function invalid(problem: string): DatabaseUrlResult {
  return { kind: "invalid", problem };
}

/** Undefined for the authorities that Node knows, null for a file that cannot be read. */
function readCertificate(path: string | null): string | undefined | null {
  if (path === null || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** By name or address: a loopback address, or a socket, does not leave the machine. */
function isThisMachine(host: string): boolean {
  return /^(|\/.*|localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
