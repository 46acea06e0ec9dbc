import { Client, Pool, type PoolConfig, type QueryResultRow } from "pg";

import type { SqlDatabase, SqlValue } from "../sql.ts";
import type { Channel } from "../store.ts";
import type { PostgresAddress } from "./address.ts";
import { postgresDialect } from "./dialect.ts";
import { explainPostgresError } from "./errors.ts";
import { migrate } from "./migrations.ts";

export type PostgresOptions = {
  /** Channels that new requests are queued for, beside those that the database has already. */
  channels?: readonly Channel[];
  /** Connections for inserts, of which each waits for one of its own. */
  poolSize?: number;
  /** False only reads and writes rows: the schema belongs to the server. */
  migrate?: boolean;
};

/** PostgreSQL commits what waits on several connections together: enough to keep one disk busy. */
export const DEFAULT_POOL_SIZE = 10;

/**
 * A PostgreSQL database that is connected to, and brought up to the schema, when it is first
 * needed; while it is down every call fails, and the next one tries again.
 */
export class PostgresDatabase implements SqlDatabase {
  readonly dialect = postgresDialect;
  readonly #address: PostgresAddress;
  readonly #options: PostgresOptions;
  #pools: Promise<Pools> | undefined;

  constructor(address: PostgresAddress, options: PostgresOptions = {}) {
    this.#address = address;
    this.#options = options;
  }

  /** On a connection that inserts do not wait for. */
  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#run(({ background }) => background, sql, values);
  }

  queryForVisitor<Row extends object>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#run(({ inserts }) => inserts, sql, values);
  }

  // Erased rows stay in heap files until VACUUM: docs/operations.md says so.
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    const pools = await this.#pools?.catch(() => undefined);
    await Promise.all([pools?.inserts.end(), pools?.background.end()]);
  }

  async #run<Row extends object>(
    choose: (pools: Pools) => Pool,
    sql: string,
    values: readonly SqlValue[],
  ): Promise<Row[]> {
    try {
      this.#pools ??= this.#open().catch((error: unknown) => {
        this.#pools = undefined;
        throw error;
      });
      const pool = choose(await this.#pools);
      return (await pool.query<Row & QueryResultRow>(sql, [...values])).rows;
    } catch (error) {
      throw explainPostgresError(error, this.#address.location);
    }
  }

  async #open(): Promise<Pools> {
    const {
      channels = [],
      poolSize = DEFAULT_POOL_SIZE,
      migrate: mayMigrate = true,
    } = this.#options;
    const { client, ssl } = await this.#connectFirst();
    try {
      if (mayMigrate) await migrate(client, { location: this.#address.location, channels });
    } finally {
      await client.end();
    }
    const config = { ...this.#config(ssl), connectionTimeoutMillis: MAX_WAIT_MS };
    // The admin command may take as long as it needs.
    const limits = mayMigrate ? { query_timeout: MAX_QUERY_MS } : {};
    const inserts = new Pool({ ...config, ...limits, max: poolSize });
    const background = new Pool({ ...config, ...limits, max: BACKGROUND_CONNECTIONS });
    // A connection that breaks while nobody uses it is replaced when the next one is needed.
    for (const pool of [inserts, background]) pool.on("error", () => {});
    return { inserts, background };
  }

  /** A connection with TLS, or without where that is allowed and the server offers none. */
  async #connectFirst(): Promise<{ client: Client; ssl: PoolConfig["ssl"] }> {
    const attempts = this.#address.plaintextAllowed
      ? [this.#address.ssl, false]
      : [this.#address.ssl];
    for (const ssl of attempts) {
      const client = new Client({ ...this.#config(ssl), connectionTimeoutMillis: MAX_WAIT_MS });
      client.on("error", () => {});
      try {
        await client.connect();
        return { client, ssl };
      } catch (error) {
        const offersNone = error instanceof Error && /does not support SSL/.test(error.message);
        if (!offersNone || ssl === attempts.at(-1)) throw error;
      }
    }
    throw new Error("There is always one attempt.");
  }

  #config(ssl: PoolConfig["ssl"]): PoolConfig {
    const { connectionString } = this.#address;
    return { connectionString, ssl, application_name: "data-requirements" };
  }
}

/** Inserts have connections of their own: health and notifications do not queue behind them. */
type Pools = { inserts: Pool; background: Pool };

const BACKGROUND_CONNECTIONS = 2;

/** How long a query waits for a free connection, and for a new one to be made. */
const MAX_WAIT_MS = 5_000;

/** Longer than the database itself allows an insert, so that none is given up that then commits. */
const MAX_QUERY_MS = 8_000;
