import { setTimeout as delay } from "node:timers/promises";

import { Client, Pool, type PoolConfig, type QueryResultRow } from "pg";

import type { SqlDatabase, SqlValue } from "../sql.ts";
import type { StoreOptions } from "../store.ts";
import { DEFAULT_POOL_SIZE, type PostgresAddress } from "./address.ts";
import { postgresDialect } from "./dialect.ts";
import { explainPostgresError, isOutOfSlots } from "./errors.ts";
import { checkReadable, migrate } from "./migrations.ts";

export type PostgresOptions = StoreOptions & {
  /** Maximum number of connections, at least 2. */
  poolSize?: number;
};

/**
 * A PostgreSQL database, connected and migrated on first use. While it is down every call fails,
 * and the next one tries again.
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

  /** On a connection that inserts do not wait for; the database itself ends slow statements. */
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
        // Closing the connection rolls back its transaction.
        client.release(failed);
      }
    });
  }

  /**
   * In one round trip, with the values that `takeValues` has once a connection is free; without
   * any, nothing is sent. The statement must limit its own duration.
   */
  queryForVisitor<Row extends object>(
    sql: string,
    takeValues: () => SqlValue[] | undefined,
  ): Promise<Row[]> {
    return this.#use(async ({ inserts }) => {
      const client = await inserts.connect();
      let failed = false;
      try {
        const values = takeValues();
        return values ? (await client.query<Row & QueryResultRow>(sql, values)).rows : [];
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        client.release(failed);
      }
    });
  }

  // Erased rows stay in heap files until VACUUM, as docs/backends.md explains.
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
        // In the meantime a connection, or a pooler's slot, may become free.
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
    // The admin command has no time limit.
    const limits = this.#migrates ? { query_timeout: MAX_QUERY_MS } : {};
    const open = (max: number) => {
      const pool = new Pool({ ...this.#config(ssl), ...limits, max });
      // A broken connection fails the query in progress, if any, and is replaced on the next use.
      pool.on("connect", (connected) => connected.on("error", () => {}));
      return pool.on("error", () => {});
    };
    const background = poolSize > 3 ? 2 : 1;
    return { inserts: open(poolSize - background), background: open(background) };
  }

  /** Connects with TLS, or without where that is allowed and the server offers none. */
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
 * Inserts have their own connections, so that health and notifications do not queue behind them;
 * unless a pooler has too few slots for both.
 */
type Pools = { inserts: Pool; background: Pool };

/** How long a query waits for a free connection, and for a new one. */
const MAX_WAIT_MS = 4_000;
const SLOT_POLL_MS = 100;

/** Longer than the database's own limit, so that no statement is abandoned and then commits. */
const MAX_QUERY_MS = 7_000;

/** Without it a silent network failure would hold locks forever. */
const MAX_MIGRATION_MS = 300_000;

/** Within a transaction: not every pooler keeps settings of a session. */
const BEGIN_LIMITED = "begin; set local statement_timeout = '5s'";
