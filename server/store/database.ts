/** The interface of both engines, `sqlite.ts` and `postgres.ts`. */

/**
 * `server` creates the database and brings it to this version. `migrate` only brings it to this version, and `command`
 * does neither. A copy reads its `source`, and creates its `target`.
 */
export type DatabaseUser = "server" | "migrate" | "command" | "source" | "target";

/** An array is one value: a list of texts. */
export type SqlValue = string | number | null | readonly string[];

/** Each `?` in `sql` stands for the next of `values`. */
export type Statement = {
  sql: string;
  values?: readonly SqlValue[];
  /** Rolls the transaction back if the statement returns no row. */
  mustReturn?: true;
};

export type Query = <Row extends object>(
  sql: string,
  values?: readonly SqlValue[],
) => Promise<Row[]>;

/**
 * Connects at the first use. If that fails, the next use tries again. While the database cannot be used, every method
 * rejects with `StoreUnavailable`.
 */
export interface Database {
  /** Names the database to operators, without a password. */
  readonly name: string;
  query: Query;
  /** Like `query`, for a visitor's insert, which on PostgreSQL never waits for the other methods. */
  insert: Query;
  /** Number of rows for one of the batches that together read or change many. Inserts can run between two batches. */
  readonly batchRows: number;
  /** Maximum time from the start of an insert's transaction, which is the request's `created_at`, to its commit. */
  readonly maxInsertMs: number;
  /** Runs all statements or none. Resolves to false if none, because one that `mustReturn` returns no row. */
  transaction(statements: readonly Statement[]): Promise<boolean>;
  /** A statement that waits until other transactions have changed requests, and stops new ones until its own ends. */
  readonly lockRequests: string;
  /** Returns a condition that is true if a list of texts, which is the next value, contains the column's text. */
  isIn(column: string): string;
  /** Like `isIn`, for a list so long that scanning the table is faster than using the column's index. */
  isAmong(column: string): string;
  /**
   * Returns an expression for the time so many milliseconds from now. On PostgreSQL, the time is that of the database,
   * because the clocks of servers differ.
   */
  after(milliseconds: number): string;
  /** Returns a clause that makes SQLite use the index. PostgreSQL has no such clause. */
  forceIndex(index: string): string;
  /** Removes erased rows from files beside the database. */
  removeErased(): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseOptions = {
  user: DatabaseUser;
  /** On PostgreSQL, also lets visitors insert requests through PostgREST. */
  direct?: boolean;
  /** Replaces the clock, in milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** Runs each time the database is opened, before any other use. */
  onOpen?: (query: Query) => Promise<void>;
};

/** Opens at the first use. After a failure, the next use opens again. */
export class Opening<Opened> {
  readonly #open: () => Promise<Opened>;
  #opened: Promise<Opened> | undefined;

  constructor(open: () => Promise<Opened>) {
    this.#open = open;
  }

  get(): Promise<Opened> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Resolves to what was opened, which the caller closes, or to undefined. */
  async reset(): Promise<Opened | undefined> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    return opened;
  }
}
