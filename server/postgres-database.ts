import { Pool, type PoolClient, type QueryResultRow } from "pg";

import { MIGRATION_TABLE, readMigrations } from "./migrations.ts";
import { StoreUnavailable } from "./store.ts";

/**
 * A PostgreSQL database that is connected to, and brought up to the schema, when it is first
 * needed; while it is down every call fails, and the next one tries again.
 */
export class PostgresDatabase {
  readonly place: string;
  readonly #pool: Pool;
  #ready: Promise<void> | undefined;

  constructor(url: string) {
    const { hostname, port, pathname } = new URL(url);
    this.place = `PostgreSQL, database ${pathname.slice(1)} on ${hostname}:${port || 5432}`;
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      idleTimeoutMillis: 30_000,
      application_name: "data-requirements",
    });
    // A connection that breaks while nobody uses it is replaced when the next one is needed.
    this.#pool.on("error", () => {});
  }

  /** Throws `StoreUnavailable` when the database cannot be used, and its own error for bad SQL. */
  async query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    try {
      await this.#migrated();
      return (await this.#pool.query<Row>(sql, values)).rows;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #migrated(): Promise<void> {
    this.#ready ??= this.#migrate().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    await this.#ready;
  }

  async #migrate(): Promise<void> {
    const migrations = await readMigrations();
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      await client.query(MIGRATION_TABLE);
      for (const { name, sql } of migrations) {
        if (await isApplied(client, name)) continue;
        await client.query(sql);
        await client.query("insert into private.applied_migrations (name) values ($1)", [name]);
      }
      await client.query("commit");
      client.release();
    } catch (error) {
      // Closing the connection rolls back whatever state it is in.
      client.release(true);
      throw error;
    }
  }

  #explain(error: unknown): unknown {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    const wrong = SETTINGS.find(([pattern]) => pattern.test(code));
    if (wrong) {
      const [, problem] = wrong;
      return new StoreUnavailable(`${this.place}: ${problem}.`, { passing: false, cause: error });
    }
    const reason = OUTAGES.find(([pattern]) => pattern.test(`${code} ${message}`));
    if (!reason) return error;
    return new StoreUnavailable(`${this.place}: ${reason[1]}.`, { cause: error });
  }
}

/** Enough to keep one disk busy; PostgreSQL commits what waits on several connections together. */
const CONNECTIONS = 10;

/** SQLSTATEs that waiting will not change. */
const SETTINGS: readonly [RegExp, string][] = [
  [/^28/, "user or password are refused; check DATABASE_URL"],
  [/^3D000/, "there is no such database; create it, or check DATABASE_URL"],
  [/^42501/, "the user may not create the tables; use the owner of the database"],
  [/^0A000|^42704/, "PostgreSQL 13 or later is needed"],
];

const OUTAGES: readonly [RegExp, string][] = [
  [/^ECONNREFUSED/, "nothing answers there; start the database"],
  [/^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/, "the host cannot be reached"],
  [/^53100/, "its disk is full; free some space"],
  [/^53/, "it has no connection or memory to spare"],
  [/^57|^25006|^08|^58|^XX00[12]/, "it is starting, stopping, or cannot write"],
  [
    /^(ECONN|EPIPE|ETIMEDOUT)|terminated|timeout|not queryable|connection error/i,
    "the connection was lost",
  ],
];

async function isApplied(client: PoolClient, name: string): Promise<boolean> {
  const sql = "select from private.applied_migrations where name = $1";
  return (await client.query(sql, [name])).rowCount === 1;
}
