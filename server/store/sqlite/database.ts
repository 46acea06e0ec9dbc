import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { toTimestamp } from "../requirements.ts";
import type { SqlDatabase, SqlValue } from "../sql.ts";
import { StoreUnavailable, type StoreOptions } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";
import { explainSqliteError, isLocked } from "./errors.ts";
import {
  fileVersion,
  createFolder,
  dataVersion,
  inodeOf,
  inTransaction,
  MISSING,
  withStatements,
  type Connection,
} from "./file.ts";
import { migrate, schemaVersion, SQLITE_MIGRATIONS } from "./migrations.ts";

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
  #open: OpenFile | undefined;
  /** Of the file opened last. */
  #identity: string | undefined;
  #overwritten: StoreUnavailable | undefined;

  constructor(path: string, options: SqliteOptions = {}) {
    this.path = path;
    this.now = options.now ?? Date.now;
    this.#options = options;
  }

  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    return this.retry(({ prepare }) => prepare(sql).all(named) as Row[]);
  }

  /** Runs `work`, and retries while another process writes: waiting in SQLite would block the process. */
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

  /** Runs `work` as one transaction: on disk when this resolves, rolled back when it rejects. */
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
    if (this.#overwritten) throw this.#overwritten;
    try {
      return work(this.#connect());
    } catch (error) {
      const explained = explainSqliteError(error, this.path);
      // After a lock of another program, the connection is still usable.
      const isUsable = isLocked(explained) || explained === this.#overwritten;
      if (explained instanceof StoreUnavailable && !isUsable) this.close();
      throw explained;
    } finally {
      this.#noteContent();
    }
  }

  #connect(): Connection {
    const found = inodeOf(this.path);
    if (found !== this.#identity) this.close();
    this.#refuseOverwritten();
    if (!this.#open) {
      this.#open = { connection: this.#openFile(), content: "" };
      if (this.#identity !== undefined && found !== this.#identity) {
        const change =
          found === MISSING ? "missing: an empty one was created" : "replaced: the new one is used";
        this.#options.warn?.(`While the server ran, the database ${this.path} was ${change}.`);
      }
      this.#identity = inodeOf(this.path);
    }
    return this.#open.connection;
  }

  /**
   * The file itself changes only when the write-ahead log is written back, by this process or by
   * another that has committed. Any other change is a file copied over it, to which the log does not
   * belong.
   */
  #refuseOverwritten(): void {
    if (!this.#open || this.#open.content === fileVersion(this.path)) return;
    if (dataVersion(this.#open.connection) !== this.#open.dataVersion) return;
    this.#overwritten = new StoreUnavailable(
      `The database ${this.path} was overwritten while the server ran: stop the server, remove ` +
        `${this.path}-wal and ${this.path}-shm, put the backup in its place again, and start it.`,
      {},
    );
    throw this.#overwritten;
  }

  #noteContent(): void {
    if (!this.#open || this.#overwritten) return;
    const content = fileVersion(this.path);
    if (content === this.#open.content) return;
    this.#open.content = content;
    this.#open.dataVersion = dataVersion(this.#open.connection);
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

type OpenFile = {
  connection: Connection;
  /** The file and other connections' commits as of the last use. */
  content: string;
  dataVersion?: unknown;
};

/** Waiting inside SQLite blocks the whole process: short there, longer between attempts. */
const MAX_BLOCKED_MS = 100;
const MAX_LOCKED_MS = 5_000;

/** `synchronous=full` has every commit on disk first, `secure_delete` overwrites what is erased. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;
