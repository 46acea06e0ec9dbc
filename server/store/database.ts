import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { explainSqliteError, StoreUnavailable } from "./errors.ts";
import { addFieldColumns, assertFieldColumns } from "./field-columns.ts";
import { assertMigrated, migrate } from "./migrations.ts";

export type DatabaseUser = "server" | "command";

export type SqlValue = string | number | null;

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, "requests.sqlite");
}

/**
 * Opens the file at the first use. If that fails, the next use tries again. While the file cannot be used, every
 * method throws `StoreUnavailable`.
 */
export class Database {
  readonly path: string;
  readonly #user: DatabaseUser;
  readonly #onOpen: () => void;
  #file: OpenFile | undefined;

  /** Only the user "server" creates and migrates the file. `onOpen` runs in a transaction before the first use. */
  constructor(path: string, user: DatabaseUser, onOpen: () => void = () => {}) {
    this.path = path;
    this.#user = user;
    this.#onOpen = onOpen;
  }

  query<Row extends object>(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#use((connection) => connection.prepare(sql).all(...values) as Row[]);
  }

  run(sql: string, values: readonly SqlValue[] = []): number {
    return this.#use((connection) => Number(connection.prepare(sql).run(...values).changes));
  }

  /** Runs `work` in one transaction, which is durable when this returns. */
  transaction<Result>(work: () => Result): Result {
    return this.#use((connection) => inTransaction(connection, work));
  }

  /** Removes erased rows from the WAL, unless another program is reading it. */
  truncateWal(): void {
    this.query("pragma wal_checkpoint(truncate)");
  }

  close(): void {
    if (!this.#file) return;
    const { connection, inodes } = this.#file;
    this.#file = undefined;
    connection.close();
    if (inodesOf(this.path)[0] !== inodes[0]) quarantineWal(this.path);
  }

  #use<Result>(work: (connection: DatabaseSync) => Result): Result {
    // `transaction` also calls this method. That outer call checks the file and explains errors.
    if (this.#file?.connection.isTransaction) return work(this.#file.connection);
    try {
      const { connection, inodes } = this.#open();
      const result = work(connection);
      // Checks that the files are still the same, because SQLite reports success even if they were deleted.
      if (inodesOf(this.path).join() === inodes.join()) return result;
    } catch (error) {
      throw explainSqliteError(error, this.path);
    }
    throw new StoreUnavailable(
      `The database ${this.path}, or a file beside it, was deleted or replaced while it was in use: stop the ` +
        "server, restore a backup if you need one, and start it (docs/operations.md).",
    );
  }

  #open(): OpenFile {
    if (this.#file) return this.#file;
    const file = openFile(this.path, this.#user);
    this.#file = file;
    try {
      inTransaction(file.connection, this.#onOpen);
    } catch (error) {
      this.#file = undefined;
      file.connection.close();
      throw error;
    }
    return file;
  }
}

type OpenFile = { connection: DatabaseSync; inodes: string[] };

/** With `synchronous=full`, commits are durable when they return. `secure_delete` overwrites erased rows. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;

/** Maximum wait for another program's lock. Waiting blocks the whole process. */
const BUSY_TIMEOUT_MS = 1_000;

function openFile(path: string, user: DatabaseUser): OpenFile {
  if (user === "server") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) quarantineWal(path);
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(SETTINGS);
    if (user === "server") {
      chmodSync(path, 0o600);
      inTransaction(connection, () => {
        migrate(connection, path);
        addFieldColumns(connection, path);
      });
    } else {
      assertMigrated(connection, path);
      assertFieldColumns(connection, path);
    }
    return { connection, inodes: inodesOf(path) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec("begin immediate");
  try {
    const result = work();
    connection.exec("commit");
    return result;
  } catch (error) {
    // After a full disk or a failed write, SQLite has already rolled back.
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}

function inodesOf(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`].map((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : "";
  });
}

/** Renames the WAL, because a stale one would corrupt the next database. */
function quarantineWal(path: string): void {
  for (const file of [`${path}-wal`, `${path}-shm`]) {
    if (existsSync(file)) renameSync(file, `${file}.orphaned`);
  }
}
