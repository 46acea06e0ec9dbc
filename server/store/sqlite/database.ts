import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { toTimestamp, type SqlDatabase, type SqlValue } from "../sql.ts";
import { StoreUnavailable, type StoreOptions } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";
import { explainSqliteError, isLocked, SQLITE_BUSY } from "./errors.ts";
import { inodeOf, inTransaction, withStatements, type Connection } from "./file.ts";
import { isCurrent, migrate } from "./migrations.ts";

export type SqliteOptions = StoreOptions & {
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
  #connection: Connection | undefined;
  /** The inode of the file that was opened last. */
  #inode: string | undefined;

  constructor(path: string, options: SqliteOptions = {}) {
    this.path = path;
    this.now = options.now ?? Date.now;
    this.#options = options;
  }

  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    return this.retry(({ prepare }) => prepare(sql).all(named) as Row[]);
  }

  /** Runs `work`, again and again while another process writes: waiting in SQLite would block this process. */
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

  /** Runs `work` in one transaction, which is on disk when this resolves and rolled back when it rejects. */
  transaction<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.retry((connection) => inTransaction(connection.database, () => work(connection)));
  }

  /** Removes erased rows from the write-ahead log, too. */
  async purge(): Promise<void> {
    await this.retry(({ prepare }) => {
      const outcome = prepare("pragma wal_checkpoint(truncate)").get();
      if (outcome?.["busy"] === 0) return;
      throw new StoreUnavailable(
        "The rows are erased, but another program is reading the database, so that a copy remains " +
          `in ${this.path}-wal: close that program and run the command again.`,
        // `retry` tries again what failed with this code.
        { cause: { errcode: SQLITE_BUSY } },
      );
    });
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.database.close();
  }

  #use<Result>(work: (connection: Connection) => Result): Result {
    try {
      return work(this.#connect());
    } catch (error) {
      const explained = explainSqliteError(error, this.path);
      // The connection remains usable after another program held the lock.
      if (explained instanceof StoreUnavailable && !isLocked(explained)) this.close();
      throw explained;
    }
  }

  /** Opens the file again if it was moved away or deleted: rows written to it would be lost. */
  #connect(): Connection {
    const inode = inodeOf(this.path);
    if (inode !== this.#inode) this.close();
    this.#connection ??= this.#openFile();
    if (this.#inode !== undefined && inode !== this.#inode) {
      const change =
        inode === null ? "missing: an empty one was created" : "replaced: the new one is used";
      this.#options.warn?.(`While the server ran, the database ${this.path} was ${change}.`);
    }
    this.#inode = inodeOf(this.path) ?? undefined;
    return this.#connection;
  }

  #openFile(): Connection {
    const { channels = [], user = "server" } = this.#options;
    if (user === "server") mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(this.path, { timeout: MAX_BLOCKED_MS });
    try {
      database.exec(SETTINGS);
      database.function("now", () => toTimestamp(this.now()));
      database.function("seconds_from_now", (seconds) =>
        toTimestamp(this.now() + Number(seconds) * 1000),
      );
      if (user === "server") {
        chmodSync(this.path, 0o600);
        inTransaction(database, () => {
          migrate(database);
          const add = database.prepare("insert or ignore into outbox_channels values (?)");
          for (const channel of channels) add.run(channel);
        });
      } else if (!isCurrent(database)) {
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

/** How long SQLite may block the process at a time, and how long a locked file is tried again. */
const MAX_BLOCKED_MS = 100;
const MAX_LOCKED_MS = 5_000;

/** `synchronous=full` has every commit on disk first, `secure_delete` overwrites what is erased. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;
