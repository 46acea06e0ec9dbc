import type { Field } from "../../domain/data-requirement.ts";

/** Parameters of a statement: `$1`, `$2` and so on. */
export type SqlValue = string | number | null | readonly string[];

/** A database that runs the statements of this folder. Both have the same names for tables and columns. */
export type SqlDatabase = {
  readonly dialect: Dialect;
  /**
   * Runs one statement as a transaction; rejects with `StoreUnavailable`. In a row, a time is ISO 8601 text in
   * UTC, and a list is an array.
   */
  query<Row extends object>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one statement in the same way, and takes back what it did. */
  dryRun(sql: string, values?: readonly SqlValue[]): Promise<void>;
  /** Removes erased rows from the files that the database keeps besides its tables. */
  purge(): Promise<void>;
};

/** Differences between the SQL of SQLite and of PostgreSQL. */
export type Dialect = {
  now: string;
  /** The time so many seconds from now; the number may be an SQL expression. */
  secondsFromNow: (seconds: number | string) => string;
  /** Reads each `TableColumn` of the table. */
  columns: string;
  /** The folder of the migrations, and what a migration says to change the table for a field. */
  migrations: string;
  changes: Record<"addColumn" | "dropNotNull" | "allowOptions" | "grant", (field: Field) => string>;
  /** Clause of a select of rows to update that skips those which another server has locked. */
  skipLocked: string;
};

/** `$1, $2, …` for a list of values, or from another number on; an empty list matches nothing. */
export function parameters(values: readonly unknown[], first = 1): string {
  return values.map((_, index) => `$${first + index}`).join(", ") || "null";
}

/** As PostgREST prints a `timestamptz` in UTC: its text order is its time order. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "+00:00");
}
