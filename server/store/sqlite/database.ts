import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { FIELDS, isList } from "../../../domain/data-requirement.ts";
import type { SqlDatabase, SqlValue } from "../sql.ts";
import { StoreUnavailable, type StoreOptions } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";
import { DatabaseLocked, explainSqliteError } from "./errors.ts";
import { assertMigrated, migrate } from "./migrations.ts";

/** Runs a statement of an open file. */
export type RunStatement = <Row extends object>(sql: string, values?: readonly SqlValue[]) => Row[];

/**
 * One SQLite file that opens when it is first needed, and again after a failure or when another
 * file was put in its place: a full disk that was freed or a restored backup needs no restart.
 */
export class SqliteDatabase implements SqlDatabase {
  readonly #path: string;
  readonly dialect = sqliteDialect;
  readonly #options: StoreOptions;
  #database: DatabaseSync | undefined;
  /** The inode of the file that was opened last. */
  #inode: string | undefined;

  constructor(path: string, options: StoreOptions = {}) {
    this.#path = path;
    this.#options = options;
  }

  query<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#retry((database) => runStatement<Row>(database, sql, values));
  }

  /** Runs `work` in one transaction, which is on disk when this resolves and rolled back when it rejects. */
  transaction<Result>(work: (run: RunStatement) => Result): Promise<Result> {
    return this.#retry((database) =>
      inTransaction(database, () => work((sql, values) => runStatement(database, sql, values))),
    );
  }

  dryRun(sql: string, values?: readonly SqlValue[]): Promise<void> {
    return this.#retry((database) => {
      database.exec("begin immediate");
      try {
        runStatement(database, sql, values);
      } finally {
        if (database.isTransaction) database.exec("rollback");
      }
    });
  }

  /** Removes erased rows from the write-ahead log, too. */
  async purge(): Promise<void> {
    await this.#retry((database) => {
      const outcome = database.prepare("pragma wal_checkpoint(truncate)").get();
      if (outcome?.["busy"] === 0) return;
      throw new DatabaseLocked(
        "The rows are erased, but another program is reading the database, so that a copy remains " +
          `in ${this.#path}-wal: close that program and run the command again.`,
      );
    });
  }

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    database?.close();
  }

  /** Tries again while another process writes. Waiting in SQLite would block this process instead. */
  async #retry<Result>(work: (database: DatabaseSync) => Result): Promise<Result> {
    const deadline = performance.now() + MAX_LOCKED_MS;
    for (;;) {
      try {
        return this.#use(work);
      } catch (error) {
        if (!(error instanceof DatabaseLocked) || performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  }

  #use<Result>(work: (database: DatabaseSync) => Result): Result {
    try {
      return work(this.#connect());
    } catch (error) {
      const explained = explainSqliteError(error, this.#path);
      // The connection remains usable after another program held the lock.
      const isLocked = explained instanceof DatabaseLocked;
      if (explained instanceof StoreUnavailable && !isLocked) this.close();
      throw explained;
    }
  }

  /** Opens the file again if it was moved away or deleted: rows written to it would be lost. */
  #connect(): DatabaseSync {
    const inode = inodeOf(this.#path);
    if (inode !== this.#inode) this.close();
    this.#database ??= this.#openFile();
    if (this.#inode !== undefined && inode !== this.#inode) {
      const change =
        inode === null ? "missing: an empty one was created" : "replaced: the new one is used";
      this.#options.warn?.(`While the server ran, the database ${this.#path} was ${change}.`);
    }
    this.#inode = inodeOf(this.#path) ?? undefined;
    return this.#database;
  }

  #openFile(): DatabaseSync {
    const { channels = [], user = "server" } = this.#options;
    if (user === "server") mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(this.#path, { timeout: 0 });
    try {
      database.exec(SETTINGS);
      if (user === "server") {
        chmodSync(this.#path, 0o600);
        inTransaction(database, () => {
          migrate(database, `The database ${this.#path}`);
          const add = database.prepare("insert or ignore into outbox_channels values (?)");
          for (const channel of channels) add.run(channel);
        });
      } else {
        assertMigrated(database, `The database ${this.#path}`);
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** How long a file that another program has locked is tried again. */
const MAX_LOCKED_MS = 5_000;

/** `synchronous=full` has every commit on disk first, `secure_delete` overwrites what is erased. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;

function runStatement<Row extends object>(
  database: DatabaseSync,
  sql: string,
  values: readonly SqlValue[] = [],
): Row[] {
  const named = values.map((value, index) => [
    `$${index + 1}`,
    typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  ]);
  return database.prepare(sql).all(Object.fromEntries(named)).map(readLists) as Row[];
}

/** A list is JSON text in the file. */
function readLists(row: Record<string, unknown>): Record<string, unknown> {
  const lists = LISTS.flatMap((field) => {
    const text = row[field];
    return typeof text === "string" ? [[field, JSON.parse(text)]] : [];
  });
  return { ...row, ...Object.fromEntries(lists) };
}

const LISTS = FIELDS.filter(isList);

/** Commits the work, or rolls it back when it throws. */
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

/** Changes when another file is put in its place; null while there is none. */
function inodeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
