import { setTimeout as delay } from "node:timers/promises";

import { Client, Pool, type PoolConfig, type QueryResultRow } from "pg";

import type { SqlDatabase, SqlValue } from "../sql.ts";
import type { Channel } from "../store.ts";
import type { PostgresAddress } from "./address.ts";
import { postgresDialect } from "./dialect.ts";
import { explainPostgresError, isOutOfSlots } from "./errors.ts";
import { checkReadable, migrate } from "./migrations.ts";

export type PostgresOptions = {
  /** Channels that new requests are queued for, beside those that the database has already. */
  channels?: readonly Channel[];
  /** Connections in all, at least 2. */
  poolSize?: number;
  /** False only reads and writes rows: the schema belongs to the server. */
  migrate?: boolean;
};

/** PostgreSQL commits what waits on several connections together: enough to keep one disk busy. */
export const DEFAULT_POOL_SIZE = 12;

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

  /** On a connection that inserts do not wait for; the database itself ends what takes too long. */
  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#use(async ({ background, inserts }) => {
      const client = await background.connect().catch((error: unknown) => {
        if (isOutOfSlots(error)) return inserts.connect();
        throw error;
      });
      let failed = true;
      try {
        await client.query(this.#migrates ? BEGIN_LIMITED : "begin");
        const { rows } = await client.query<Row & QueryResultRow>(sql, [...values]);
        await client.query("commit");
        failed = false;
        return rows;
      } finally {
        // Closing the connection undoes its transaction.
        client.release(failed);
      }
    });
  }

  /** In one round trip; the statement must limit its own time. */
  queryForVisitor<Row extends object>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#use(
      async ({ inserts }) => (await inserts.query<Row & QueryResultRow>(sql, [...values])).rows,
    );
  }

  // Erased rows stay in heap files until VACUUM: docs/backends.md says so.
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    const pools = await this.#pools?.catch(() => undefined);
    await Promise.all([pools?.inserts.end(), pools?.background.end()]);
  }

  get #migrates(): boolean {
    return this.#options.migrate ?? true;
  }

  async #use<Result>(work: (pools: Pools) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      try {
        this.#pools ??= this.#open().catch((error: unknown) => {
          this.#pools = undefined;
          throw error;
        });
        return await work(await this.#pools);
      } catch (error) {
        // Meanwhile a connection of ours may become free, or a pooler's slot.
        if (!isOutOfSlots(error) || performance.now() > deadline) {
          throw explainPostgresError(error, this.#address.location);
        }
        await delay(SLOT_POLL_MS);
      }
    }
  }

  async #open(): Promise<Pools> {
    const { channels = [], poolSize = DEFAULT_POOL_SIZE } = this.#options;
    const { client, ssl } = await this.#connectFirst();
    try {
      const { location } = this.#address;
      if (this.#migrates) await migrate(client, { location, channels });
      else await checkReadable(client, location);
    } finally {
      await client.end();
    }
    // The admin command may take as long as it needs.
    const limits = this.#migrates ? { query_timeout: MAX_QUERY_MS } : {};
    const open = (max: number) => {
      const pool = new Pool({ ...this.#config(ssl), ...limits, max });
      // A connection that breaks fails the query in progress, if there is one, and is replaced when
      // the next is needed.
      pool.on("connect", (connected) => connected.on("error", () => {}));
      return pool.on("error", () => {});
    };
    const background = poolSize > 3 ? 2 : 1;
    return { inserts: open(poolSize - background), background: open(background) };
  }

  /** A connection with TLS, or without where that is allowed and the server offers none. */
  async #connectFirst(): Promise<{ client: Client; ssl: PoolConfig["ssl"] }> {
    const { ssl, plaintextAllowed } = this.#address;
    try {
      return { client: await this.#connect(ssl), ssl };
    } catch (error) {
      const offersNone = error instanceof Error && error.message.includes("does not support SSL");
      if (!offersNone || !plaintextAllowed) throw error;
      return { client: await this.#connect(false), ssl: false };
    }
  }

  async #connect(ssl: PoolConfig["ssl"]): Promise<Client> {
    const client = new Client({ ...this.#config(ssl), query_timeout: MAX_MIGRATION_MS });
    client.on("error", () => {});
    await client.connect();
    return client;
  }

  #config(ssl: PoolConfig["ssl"]): PoolConfig {
    return {
      connectionString: this.#address.connectionString,
      ssl,
      application_name: "data-requirements",
      connectionTimeoutMillis: MAX_WAIT_MS,
    };
  }
}

/**
 * Inserts have connections of their own: health and notifications do not queue behind them, unless
 * a pooler has too few slots for both.
 */
type Pools = { inserts: Pool; background: Pool };

/** How long a query waits for a free connection, and for a new one to be made. */
const MAX_WAIT_MS = 4_000;
const SLOT_POLL_MS = 100;

/** Longer than the database itself allows, so that no statement is given up that then commits. */
const MAX_QUERY_MS = 7_000;

/** A network that falls silent must not hold what waits for the tables for ever. */
const MAX_MIGRATION_MS = 300_000;

/** Within a transaction: settings of a session do not pass through every pooler. */
const BEGIN_LIMITED = "begin; set local statement_timeout = '5s'";
