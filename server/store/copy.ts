import { setTimeout } from "node:timers/promises";

import { FIELDS, isList, PROVIDER_COLUMNS } from "../../domain/fields.ts";
import type { Database, SqlValue, Statement } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { quoted, readList, SELECTED_COLUMNS, STORED_COLUMNS } from "./rows.ts";

/** `rejected` lists requests that the target did not store. */
export type CopyReport = {
  copied: number;
  present: number;
  rejected: { id: string; reason: string }[];
};

/**
 * Copies each request that `target` lacks, together with its notifications. An interrupted copy can be repeated, because
 * each batch is one transaction.
 */
export async function copyRequests(source: Database, target: Database): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, present: 0, rejected: [] };
  // PostgreSQL's larger batches need fewer round trips.
  const batchRows = Math.max(source.batchRows, target.batchRows);
  for await (const batch of readBatches(source, batchRows)) {
    const present = await findPresent(target, batch.map(idOf));
    const missing = batch.filter((row) => !present.has(idOf(row)));
    const notifications = await readNotifications(source, missing.map(idOf));
    report.present += present.size;
    const copy = async (rows: Row[]) => {
      await target.transaction(toStatements(target, rows, notifications));
      report.copied += rows.length;
    };
    try {
      if (missing.length > 0) await copy(missing);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // Finds the requests that the target rejects.
      for (const row of missing) {
        await copy([row]).catch((reason: unknown) => {
          if (!(reason instanceof Error) || reason instanceof StoreUnavailable) throw reason;
          report.rejected.push({ id: idOf(row), reason: reason.message });
        });
      }
    }
    await setTimeout(PAUSE_MS);
  }
  return report;
}

/** SQLite polls for a lock, so without pauses a server that uses the target could wait for many batches. */
const PAUSE_MS = 10;

type Row = Record<string, SqlValue>;

const COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS];

const LISTS = new Set<string>(FIELDS.filter(isList));

const NOTIFICATION_COLUMNS = [
  "subject",
  "channel",
  "request_id",
  "queued_at",
  "attempts",
  "next_attempt_at",
  "delivered_at",
  "failing_since",
  "failure",
  "is_spam",
];

const idOf = (row: Row) => String(row["id"]);

async function* readBatches(source: Database, limit: number): AsyncGenerator<Row[]> {
  let last: SqlValue[] = [];
  for (;;) {
    const after = last.length === 0 ? "" : "where (created_at, id) > (?, ?)";
    const rows = await source.query<Row>(
      `select ${SELECTED_COLUMNS} from data_requirements ${after}
      order by created_at, id limit ${limit}`,
      last,
    );
    const newest = rows.at(-1);
    if (newest === undefined) return;
    yield rows;
    last = [newest["created_at"] ?? null, newest["id"] ?? null];
  }
}

async function findPresent(target: Database, ids: string[]): Promise<Set<string>> {
  const rows = await target.query<Row>(
    `select id from data_requirements where ${target.isIn("id")}`,
    [ids],
  );
  return new Set(rows.map(idOf));
}

function readNotifications(source: Database, ids: string[]): Promise<Row[]> {
  return source.query<Row>(
    `select ${NOTIFICATION_COLUMNS.join(", ")} from request_notifications
    where ${source.isIn("request_id")}`,
    [ids],
  );
}

/** The statements also replace the notifications that the target's trigger creates. */
function toStatements(target: Database, rows: Row[], notifications: Row[]): Statement[] {
  const ids = rows.map(idOf);
  const own = notifications.filter((row) => ids.includes(String(row["request_id"])));
  const isOfRequest = target.isIn("request_id");
  return [
    toInsert("data_requirements", COLUMNS, rows, { changed_at: target.after(0) }),
    { sql: `delete from request_notifications where ${isOfRequest}`, values: [ids] },
    ...(own.length > 0 ? [toInsert("request_notifications", NOTIFICATION_COLUMNS, own)] : []),
  ];
}

/** `expressions` are the values of further columns. */
function toInsert(
  table: string,
  columns: readonly string[],
  rows: Row[],
  expressions: Record<string, string> = {},
): Statement {
  const names = [...columns, ...Object.keys(expressions)];
  // SQLite has no booleans.
  const places = columns.map((column) => (column === "is_spam" ? "? = 1" : "?"));
  const values = [...places, ...Object.values(expressions)].join(", ");
  return {
    sql: `insert into ${table} (${names.map(quoted).join(", ")})
      values ${rows.map(() => `(${values})`).join(", ")}`,
    values: rows.flatMap((row) => columns.map((column) => toValue(column, row[column] ?? null))),
  };
}

function toValue(column: string, value: SqlValue): SqlValue {
  if (column === "is_spam") return Number(value);
  const isStoredList = typeof value === "string" && LISTS.has(column);
  return isStoredList ? readList(value) : value;
}
