import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import {
  Opening,
  type Database,
  type DatabaseOptions,
  type DatabaseUser,
  type SqlValue,
  type Statement,
} from "./database.ts";
import { explainSqliteError, preventStart, StoreUnavailable } from "./errors.ts";
import { toTimestamp } from "./rows.ts";
import { migrateSqlite, needsSqliteMigration } from "./sqlite-schema.ts";

export class SqliteDatabase implements Database {
  readonly name: string;
  /** Small enough that even a batch of the longest texts blocks for only about 50 ms. */
  readonly batchRows = 50;
  readonly maxInsertMs = 0;
  readonly #file: Opening<OpenFile>;
  readonly #now: () => number;

  constructor(path: string, { user, now = Date.now, onOpen }: DatabaseOptions) {
    this.name = path;
    this.#now = now;
    this.#file = new Opening(async () => {
      const file = openFile(path, user);
      try {
        await onOpen?.(async <Row extends object>(sql: string, values?: readonly SqlValue[]) =>
          queryRows<Row>(file.connection, sql, values),
        );
        return file;
      } catch (error) {
        file.connection.close();
        throw error;
      }
    });
  }

  query<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#use((connection) => queryRows<Row>(connection, sql, values));
  }

  insert<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.query<Row>(sql, values);
  }

  transaction(statements: readonly Statement[]): Promise<boolean> {
    return this.#use((connection) =>
      inTransaction(connection, () =>
        statements.every(({ sql, values, mustReturn }) => {
          const rows = queryRows(connection, sql, values);
          return rows.length > 0 || !mustReturn;
        }),
      ),
    );
  }

  /** Every transaction locks the file. */
  readonly lockRequests = "select 1";

  /** The unary plus disqualifies the column's index: https://sqlite.org/optoverview.html */
  isAmong(column: string): string {
    return this.isIn(`+${column}`);
  }

  isIn(column: string): string {
    return `${column} in (select value from json_each(?))`;
  }

  after(milliseconds: number): string {
    return `'${toTimestamp(this.#now() + milliseconds)}'`;
  }

  forceIndex(index: string): string {
    return `indexed by ${index}`;
  }

  /** Fails silently while another program is reading the WAL. */
  async removeErased(): Promise<void> {
    await this.query("pragma wal_checkpoint(truncate)");
  }

  async close(): Promise<void> {
    const file = await this.#file.reset();
    if (!file) return;
    file.connection.close();
    if (inodesOf(this.name)[0] !== file.inodes[0]) quarantineWal(this.name);
  }

  async #use<Result>(work: (connection: DatabaseSync) => Result): Promise<Result> {
    try {
      const { connection, inodes } = await this.#file.get();
      const result = work(connection);
      // Checks that the files are still the same, because SQLite reports success even if they were deleted.
      if (inodesOf(this.name).join() === inodes.join()) return result;
    } catch (error) {
      throw explainSqliteError(error, this.name);
    }
    throw new StoreUnavailable(
      `The database ${this.name}, or a file beside it, was deleted or replaced while it was in use: stop the ` +
        "server, restore a backup if you need one, and start it (docs/operations.md).",
    );
  }
}

function queryRows<Row extends object>(
  connection: DatabaseSync,
  sql: string,
  values: readonly SqlValue[] = [],
): Row[] {
  return connection.prepare(sql).all(...values.map(toSqlite)) as Row[];
}

/** Lists are stored, and compared, as JSON. */
function toSqlite(value: SqlValue): string | number | null {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

type OpenFile = { connection: DatabaseSync; inodes: string[] };

/** With `synchronous=full`, commits are durable when they return. `secure_delete` overwrites erased rows. */
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
`;

/**
 * Maximum wait for another program's lock. Waiting blocks the whole process, and the page's attempts, which all end six
 * seconds after the first failure, must get responses.
 */
const BUSY_TIMEOUT_MS = 500;

function openFile(path: string, user: DatabaseUser): OpenFile {
  if (user === "server") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (user !== "server" && user !== "target") assertExists(path);
  if (!existsSync(path)) quarantineWal(path);
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(SETTINGS);
    if (user === "server") chmodSync(path, 0o600);
    if (needsSqliteMigration(connection, path, user)) {
      inTransaction(connection, () => {
        migrateSqlite(connection, path, user);
        return true;
      });
    }
    return { connection, inodes: inodesOf(path) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Only a server or a copy creates the file, because it must belong to their user. */
export function assertExists(path: string): void {
  if (existsSync(path)) return;
  throw preventStart(
    `There is no database ${path}: the server creates it at its first start. If it was deleted, restore a backup ` +
      "(docs/operations.md); where the server has another DATA_DIR, set it here, too.",
  );
}

/** Rolls the work back if it returns false. */
function inTransaction(connection: DatabaseSync, work: () => boolean): boolean {
  connection.exec("begin immediate");
  try {
    const isWanted = work();
    connection.exec(isWanted ? "commit" : "rollback");
    return isWanted;
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
