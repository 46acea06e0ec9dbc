import { setTimeout as delay } from "node:timers/promises";

import { Pool, types, type PoolClient } from "pg";

import { MINUTE_MS } from "../../domain/durations.ts";
import {
  Opening,
  type Database,
  type DatabaseOptions,
  type Query,
  type SqlValue,
  type Statement,
} from "./database.ts";
import { explainPostgresError, isDeadlock } from "./errors.ts";
import { migratePostgres } from "./postgres-schema.ts";
import { toTimestamp } from "./rows.ts";
import { Semaphore } from "./semaphore.ts";

/** During an update, two servers run, and Supabase's smallest session pooler has 15 connections. */
const MAX_CONNECTIONS = 4;

/** Fewer than all, so that a visitor's insert never waits for the desk, an export or the outbox. */
const MAX_OTHER_CONNECTIONS = 3;

/** Includes the time for which an insert waits for other inserts. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Longer than any query should take. Without it, a network that drops packets would keep a request waiting. */
const QUERY_TIMEOUT_MS = 60_000;

export class PostgresDatabase implements Database {
  readonly name: string;
  readonly batchRows = 250;
  readonly maxInsertMs = MINUTE_MS;
  readonly #opening: Opening<Pool>;
  readonly #others = new Semaphore(MAX_OTHER_CONNECTIONS);
  readonly #now: (() => number) | undefined;

  constructor(url: string, { user, direct = false, now, onOpen }: DatabaseOptions) {
    this.name = withoutPassword(url);
    this.#now = now;
    this.#opening = new Opening(async () => {
      const pool = createPool(url);
      try {
        await this.#use(pool, async (client) => {
          await migratePostgres(client, this.name, { user, direct });
          await onOpen?.(toQuery(client));
        });
        return pool;
      } catch (error) {
        await pool.end();
        throw error;
      }
    });
  }

  query<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#useLimited((client) => toQuery(client)<Row>(sql, values));
  }

  async insert<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#use(await this.#opening.get(), (client) => toQuery(client)<Row>(sql, values));
  }

  transaction(statements: readonly Statement[]): Promise<boolean> {
    return this.#useLimited((client) =>
      inTransaction(client, async () => {
        const query = toQuery(client);
        for (const { sql, values, mustReturn } of statements) {
          const rows = await query(sql, values);
          if (rows.length === 0 && mustReturn) return false;
        }
        return true;
      }),
    );
  }

  readonly lockRequests = "lock table data_requirements in share row exclusive mode";

  isAmong(column: string): string {
    return this.isIn(column);
  }

  isIn(column: string): string {
    return `${column} = any(?)`;
  }

  after(milliseconds: number): string {
    const now = this.#now ? `timestamptz '${toTimestamp(this.#now())}'` : "now()";
    return `${now} + interval '${milliseconds} milliseconds'`;
  }

  forceIndex(): string {
    return "";
  }

  async removeErased(): Promise<void> {}

  async close(): Promise<void> {
    const pool = await this.#opening.reset();
    await pool?.end();
  }

  /**
   * Uses one of the connections that are not reserved for inserts. Repeats work that PostgreSQL has rolled back because of
   * a deadlock. Triggers and cascades lock rows in no fixed order, so a change of many requests and a delivery of their
   * digest may wait for each other.
   */
  async #useLimited<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const pool = await this.#opening.get();
    return this.#others.use(async () => {
      try {
        return await this.#use(pool, work);
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        return this.#use(pool, work);
      }
    });
  }

  async #use<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect(pool);
    // The pool listens only to idle connections. The query that breaks rejects, too.
    client.on("error", ignore);
    let hasFailed = true;
    try {
      const result = await work(client);
      hasFailed = false;
      return result;
    } catch (error) {
      throw explainPostgresError(error, this.name, { isConnected: true });
    } finally {
      if (!hasFailed) client.off("error", ignore);
      // Closes the connection after any failure, because it may be lost.
      client.release(hasFailed);
    }
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    try {
      // Throws at once, instead of rejecting, if a certificate's file is missing.
      return await pool.connect();
    } catch (error) {
      throw explainPostgresError(error, this.name, { isConnected: false });
    }
  }
}

function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: "requests",
    types: { getTypeParser },
    // Set here, because poolers ignore the connection's own settings.
    onConnect: async (client) => {
      // At its limit, a pooler accepts the connection, but no query.
      const timeout = delay(CONNECT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error("timeout exceeded when trying to connect");
      });
      await Promise.race([client.query(CONNECTION_SETTINGS), timeout]);
    },
  });
  // An error event without a listener would end the process. The pool has already removed the idle connection.
  return pool.on("error", ignore);
}

/** If `synchronous_commit` were off, PostgreSQL would confirm commits that a crash may lose. Other values are safe. */
const CONNECTION_SETTINGS = `
  set time zone 'UTC'; set datestyle = 'ISO'; set search_path = public;
  select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

function ignore(): void {}

function toQuery(client: PoolClient): Query {
  return async <Row extends object>(sql: string, values: readonly SqlValue[] = []) => {
    const { rows } = await client.query<Row>(numberParameters(sql), [...values]);
    return rows;
  };
}

/** Rolls the work back if it resolves to false. */
async function inTransaction(client: PoolClient, work: () => Promise<boolean>): Promise<boolean> {
  await client.query("begin");
  try {
    const isWanted = await work();
    await client.query(isWanted ? "commit" : "rollback");
    return isWanted;
  } catch (error) {
    // Ignores a lost connection, because the first error is the one to report.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Replaces each `?` by PostgreSQL's `$1`, `$2` and so on. */
function numberParameters(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${(count += 1)}`);
}

const getTypeParser = ((type: TypeId, format?: "text" | "binary") => {
  if (type === types.builtins.INT8) return Number;
  if (type === types.builtins.TIMESTAMPTZ) return toIso;
  return types.getTypeParser(type, format);
}) as typeof types.getTypeParser;

type TypeId = Parameters<typeof types.getTypeParser>[0];

/** Converts "2026-11-26 12:00:00.5+00" to ISO 8601. A `Date` would lose the microseconds. */
function toIso(time: string): string {
  return time.replace(
    /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/,
    (_time, date: string, clock: string, fraction = "") =>
      `${date}T${clock}.${String(fraction).padEnd(3, "0")}+00:00`,
  );
}

function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username}${username && "@"}${host}${pathname}`;
}
