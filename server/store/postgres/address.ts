import { Client } from "pg";

/** How to reach a PostgreSQL, and its name in messages. */
export type PostgresAddress = {
  /** Database and host, without user and password. */
  location: string;
  connectionString: string;
};

export type DatabaseUrlResult =
  | { kind: "address"; address: PostgresAddress }
  | { kind: "invalid"; problem: string };

/**
 * Reads a `postgres://` URL, whose parameters mean what they mean to libpq
 * (https://www.npmjs.com/package/pg-connection-string). Another machine has to offer TLS, unless the
 * URL says otherwise. A problem never repeats the URL.
 */
export function parseDatabaseUrl(databaseUrl: string): DatabaseUrlResult {
  const url = parseUrl(databaseUrl);
  if (url === null) return { kind: "invalid", problem: MALFORMED };
  url.searchParams.set("uselibpqcompat", "true");
  try {
    const { database, host, port, ssl } = new Client({ connectionString: url.href });
    const isChosen = ssl || url.searchParams.has("sslmode");
    if (!isChosen && !isThisMachine(host)) url.searchParams.set("sslmode", "require");
    const location = `PostgreSQL, database ${database} on ${host}:${port}`;
    return { kind: "address", address: { location, connectionString: url.href } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    return { kind: "invalid", problem: `DATABASE_URL cannot be used (${reason}).` };
  }
}

const MALFORMED =
  "DATABASE_URL must have the form postgres://user:password@host:5432/database; in the password, " +
  "write @ as %40, / as %2F, # as %23, ? as %3F and % as %25.";

/** Also null for a URL in which part of a password would be read as a database or a parameter. */
function parseUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isMisread = `${url.pathname}${url.search}${url.hash}`.includes("@");
  return /^postgres(ql)?:$/.test(url.protocol) && !isMisread ? url : null;
}

/** Traffic to a loopback address or a socket does not leave the machine. */
function isThisMachine(host: string): boolean {
  return /^(\/.*|localhost|127(\.\d+){3}|::1)$/i.test(host);
}
