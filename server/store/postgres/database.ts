import { Client, Pool, TypeOverrides, types, type PoolConfig, type QueryResultRow } from "pg";

import type { SqlDatabase, SqlValue } from "../sql.ts";
import type { StoreOptions } from "../store.ts";
import type { PostgresAddress } from "./address.ts";
import { postgresDialect } from "./dialect.ts";
import { explainPostgresError } from "./errors.ts";
import { assertReadable, migrate } from "./migrations.ts";

export type PostgresOptions = StoreOptions & {
  /** After how long the database ends a statement. */
  statementTimeout?: string;
};

/**
 * A PostgreSQL database, connected and migrated on first use. While it is down every call fails,
 * and the next one tries again.
 */
export class PostgresDatabase implements SqlDatabase {
  readonly dialect = postgresDialect;
  readonly #address: PostgresAddress;
  readonly #options: PostgresOptions;
  #pool: Promise<Pool> | undefined;

  constructor(address: PostgresAddress, options: PostgresOptions = {}) {
    this.#address = address;
    this.#options = options;
  }

  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#run<Row>(sql, values, "commit");
  }

  async dryRun(sql: string, values: readonly SqlValue[] = []): Promise<void> {
    await this.#run(sql, values, "rollback");
  }

  // Erased rows stay in heap files until VACUUM, as docs/backends.md explains.
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.end();
  }

  /** Settings are made in the transaction: not every pooler keeps those of a session. */
  get #begin(): string {
    const { statementTimeout = "5s" } = this.#options;
    const limit = `set local statement_timeout = '${statementTimeout}'`;
    return `begin; ${NAMES_AND_TIMES}; ${this.#isServer ? limit : ""}`;
  }

  get #isServer(): boolean {
    return this.#options.user !== "admin";
  }

  /** The database itself ends a statement that takes too long: none is given up here and commits later. */
  #run<Row extends object>(
    sql: string,
    values: readonly SqlValue[],
    end: "commit" | "rollback",
  ): Promise<Row[]> {
    return this.#use(async (pool) => {
      const client = await pool.connect();
      let failed = true;
      try {
        await client.query(this.#begin);
        const { rows } = await client.query<Row & QueryResultRow>(sql, [...values]);
        await client.query(end);
        failed = false;
        return rows;
      } finally {
        // Closing the connection rolls back its transaction.
        client.release(failed);
      }
    });
  }

  async #use<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
    try {
      this.#pool ??= this.#open().catch((error: unknown) => {
        this.#pool = undefined;
        throw error;
      });
      return await work(await this.#pool);
    } catch (error) {
      throw explainPostgresError(error, this.#address.location);
    }
  }

  async #open(): Promise<Pool> {
    const { channels = [] } = this.#options;
    const client = new Client({ ...this.#config, query_timeout: MAX_MIGRATION_MS });
    client.on("error", () => {});
    await client.connect();
    try {
      const { location } = this.#address;
      if (this.#isServer) await migrate(client, { location, channels });
      else await assertReadable(client, location);
    } finally {
      await client.end();
    }
    // The admin command has no time limit.
    const limits = this.#isServer ? { query_timeout: MAX_QUERY_MS } : {};
    const pool = new Pool({ ...this.#config, ...limits, max: MAX_CONNECTIONS });
    // A broken connection fails the query in progress, if any, and is replaced on the next use.
    pool.on("connect", (connected) => connected.on("error", () => {}));
    return pool.on("error", () => {});
  }

  get #config(): PoolConfig {
    return {
      connectionString: this.#address.connectionString,
      application_name: "data-requirements",
      types: TYPES,
      connectionTimeoutMillis: MAX_WAIT_MS,
    };
  }
}

/** Lets a statement name tables without their schemas, as in SQLite, and read times in UTC. */
const NAMES_AND_TIMES =
  "set local search_path = private, public; set local timezone = 'UTC'; set local datestyle = 'ISO'";

/** Times as PostgREST prints them: the driver's dates would lose microseconds. */
const TYPES = new TypeOverrides();
TYPES.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
  text.replace(" ", "T").replace(/\+00$/, "+00:00"),
);

/** Connections per server. Few, because PostgreSQL allows 100 by default for all servers together. */
const MAX_CONNECTIONS = 6;

/** How long a query waits for a free connection, and for a new one. */
const MAX_WAIT_MS = 4_000;

/** Longer than the database's own limit, so that no statement is abandoned and then commits. */
const MAX_QUERY_MS = 7_000;

/** Without this limit, a connection that is lost silently would hold its locks forever. */
const MAX_MIGRATION_MS = 300_000;
