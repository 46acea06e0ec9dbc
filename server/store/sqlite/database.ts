import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { toTimestamp } from "../requirements.ts";
import type { SqlDatabase, SqlValue } from "../sql.ts";
import { StoreUnavailable, type Channel } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";
import { explainSqliteError, isLocked } from "./errors.ts";
import { migrate, schemaVersion, SQLITE_MIGRATIONS } from "./migrations.ts";

/** Statements of one open file, each prepared once. */
export type Connection = { database: DatabaseSync; prepare: (sql: string) => StatementSync };

export type SqliteOptions = {
  /** Channels that new requests are queued for, beside those that the file has already. */
  channels?: readonly Channel[];
  /** False only reads and writes rows: the schema belongs to the server. */
  migrate?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/**
 * One SQLite file that opens when it is first needed, and again after a failure or when another
 * file was put in its place: a full disk that was freed or a restored backup needs no restart.
 */
export class SqliteDatabase implements SqlDatabase {
  readonly path: string;
  readonly dialect = sqliteDialect;
  readonly now: () => number;
  readonly #options: SqliteOptions;
  #open: { connection: Connection; identity: string } | undefined;

  constructor(path: string, options: SqliteOptions = {}) {
    this.path = path;
    this.now = options.now ?? Date.now;
    this.#options = options;
  }

  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    return this.retry(({ prepare }) => prepare(sql).all(named) as Row[]);
  }

  /** Runs `work`, again while another process writes: waiting here, not in SQLite, blocks nobody. */
  async retry<Result>(work: (connection: Connection) => Result): Promise<Result> {
    const deadline = performance.now() + MAX_LOCKED_MS;
    for (;;) {
      try {
        return this.#use(work);
      } catch (error) {
        if (!isLocked(error) || performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  }

  /** Runs `work` as one transaction, on disk when this resolves; nothing of it is when it rejects. */
  transaction<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.retry((connection) => inTransaction(connection.database, () => work(connection)));
  }

  /** What was erased must not live on in the write-ahead log. */
  async purge(): Promise<void> {
    await this.retry(({ prepare }) => {
      const [outcome] = prepare("pragma wal_checkpoint(truncate)").all();
      if (outcome?.["busy"] === 0) return;
      throw new StoreUnavailable(
        "The rows are erased, but another program is reading the database, so that a copy remains " +
          `in ${this.path}-wal: close that program and run the command again.`,
        { cause: { errcode: 5 } },
      );
    });
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.database.close();
  }

  #use<Result>(work: (connection: Connection) => Result): Result {
    try {
      return work(this.#connect());
    } catch (error) {
      const explained = explainSqliteError(error, this.path);
      // Another program's lock alone leaves the connection as good as it was.
      if (explained instanceof StoreUnavailable && !isLocked(explained)) this.close();
      throw explained;
    }
  }

  #connect(): Connection {
    if (this.#open && this.#open.identity !== identify(this.path)) this.close();
    this.#open ??= { connection: this.#openFile(), identity: identify(this.path) };
    return this.#open.connection;
  }

  #openFile(): Connection {
    const { channels = [], migrate: mayMigrate = true } = this.#options;
    if (mayMigrate) createFolder(dirname(this.path));
    const database = new DatabaseSync(this.path, { timeout: MAX_BLOCKED_MS });
    try {
      database.exec(SETTINGS);
      database.function("now", () => toTimestamp(this.now()));
      database.function("seconds_from_now", (seconds) =>
        toTimestamp(this.now() + Number(seconds) * 1000),
      );
      if (mayMigrate) {
        chmodSync(this.path, 0o600);
        inTransaction(database, () => {
          migrate(database);
          const add = database.prepare("insert or ignore into outbox_channels values (?)");
          for (const channel of channels) add.run(channel);
        });
      } else if (schemaVersion(database) !== SQLITE_MIGRATIONS.length) {
        throw new StoreUnavailable(
          `The database ${this.path} is from another release: start the server once to update it.`,
          { transient: false },
        );
      }
    } catch (error) {
      database.close();
      throw error;
    }
    return withStatements(database);
  }
}

/** Waiting inside SQLite blocks the whole process: short here, longer between tries. */
const MAX_BLOCKED_MS = 100;
const MAX_LOCKED_MS = 5_000;

/**
 * `synchronous=full` puts every commit on disk before it returns, `secure_delete` overwrites what is
 * erased.
 */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("begin immediate");
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    // SQLite has already rolled back after a full disk or a failed write.
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** As `mkdirSync(…, { recursive: true })`, which never returns where nothing can be made (/proc). */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function identify(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : "missing";
}

function withStatements(database: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  return {
    database,
    prepare(sql) {
      const known = statements.get(sql) ?? database.prepare(sql);
      // Lists of values make statements of their own; those few are not worth keeping for ever.
      if (statements.size < 100) statements.set(sql, known);
      return known;
    },
  };
}
