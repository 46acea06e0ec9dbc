import { randomUUID } from "node:crypto";

import { FIELDS, isList } from "../../domain/fields.ts";
import type { Database, SqlValue, Statement } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { quoted, readList, ROW_COLUMNS, SELECTED_COLUMNS } from "./rows.ts";
import { IS_UNLOCKED } from "./schema.ts";

export type CopyOptions = {
  /** Makes the target the only database of these requests. */
  finish: boolean;
  onProgress: (copied: number, total: number) => Promise<void>;
};

/**
 * Makes `target` equal to `source`, with all requests and the whole outbox, and resolves to the number of requests. The
 * target must be empty or locked by an earlier copy. It is emptied first, so that a request that was erased from the source
 * does not remain. It stays locked until a copy finishes, which locks the source instead.
 */
export async function copyRequests(
  source: Database,
  target: Database,
  { finish, onProgress }: CopyOptions,
): Promise<number> {
  if (source.name === target.name) {
    throw new StoreUnavailable(`SOURCE is the database ${target.name} itself.`);
  }
  const write = await lockTarget(target);
  const before = await readFingerprint(source);
  let copied = await copyAll(source, target, write, onProgress);
  if (finish) {
    await source.transaction([
      { sql: source.lockRequests },
      { sql: `insert into request_lock (reason) select 'moved' where ${IS_UNLOCKED}` },
    ]);
    // A direct insert may have arrived since the first batch was read.
    if ((await readFingerprint(source)) !== before) {
      copied = await copyAll(source, target, write, onProgress);
    }
    await write([], { isLast: true });
  }
  await target.removeErased();
  return copied;
}

type Write = (statements: Statement[], options?: { isLast?: boolean }) => Promise<void>;

/**
 * Returns a function that writes until a later copy locks the target. Each transaction removes this copy's lock and
 * restores it, because triggers reject changes while the lock stands.
 */
async function lockTarget(target: Database): Promise<Write> {
  const copyId = randomUUID();
  const isLocked = await target.transaction([
    { sql: target.lockRequests },
    {
      sql: `insert into request_lock (reason) select 'copying'
        where ${IS_UNLOCKED} and not exists (select 1 from data_requirements)`,
    },
    {
      sql: "update request_lock set copy_id = ? where reason = 'copying' returning reason",
      values: [copyId],
      mustReturn: true,
    },
  ]);
  if (!isLocked) {
    throw new StoreUnavailable(
      `The database ${target.name} has requests that no unfinished copy has written: copy into an empty one.`,
    );
  }
  return async (statements, { isLast = false } = {}) => {
    const lock = "insert into request_lock (reason, copy_id) values ('copying', ?)";
    const isOwn = await target.transaction([
      {
        sql: "delete from request_lock where copy_id = ? returning reason",
        values: [copyId],
        mustReturn: true,
      },
      ...statements,
      ...(isLast ? [] : [{ sql: lock, values: [copyId] }]),
    ]);
    if (!isOwn) throw new StoreUnavailable(`Another copy into the database ${target.name} began.`);
  };
}

/** Returns a text that changes with every request and every delivery. */
async function readFingerprint(source: Database): Promise<string> {
  const [requests] = await source.query(
    "select count(*) as count, max(created_at) as newest, max(changed_at) as changed from data_requirements",
  );
  const [notifications] = await source.query(
    `select count(*) as count, sum(attempts) as attempts, max(delivered_at) as delivered,
      max(next_attempt_at) as next
    from request_notifications`,
  );
  return JSON.stringify([requests, notifications]);
}

async function copyAll(
  source: Database,
  target: Database,
  write: Write,
  onProgress: CopyOptions["onProgress"],
): Promise<number> {
  const secrets = await source.query<Row>("select secret from request_form_secret");
  await write([
    { sql: "delete from request_notifications" },
    { sql: "delete from data_requirements" },
    { sql: "delete from request_form_secret" },
    toInsert("request_form_secret", ["secret"], secrets),
  ]);
  const [{ total } = { total: 0 }] = await source.query<{ total: number }>(
    "select count(*) as total from data_requirements",
  );
  let copied = 0;
  // PostgreSQL's larger batches need fewer round trips.
  const limit = Math.max(source.batchRows, target.batchRows);
  for await (const rows of readBatches(source, limit)) {
    await copyBatch(source, target, write, rows);
    copied += rows.length;
    await onProgress(copied, total);
  }
  // Last, because the rows of channels make the target's trigger create notifications.
  const others = await source.query<Row>(
    "select * from request_notifications where request_id is null",
  );
  await write(toNotifications(others));
  return copied;
}

/** Writes the requests one by one if the target rejects the batch, so that the error names one. */
async function copyBatch(
  source: Database,
  target: Database,
  write: Write,
  rows: Row[],
): Promise<void> {
  const ids = rows.map(idOf);
  const notifications = await source.query<Row>(
    `select * from request_notifications where ${source.isIn("request_id")}`,
    [ids],
  );
  const toRequests = (some: Row[]) =>
    toInsert("data_requirements", ROW_COLUMNS, some, { changed_at: target.after(0) });
  try {
    await write([toRequests(rows), ...toNotifications(notifications)]);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    for (const row of rows) {
      await write([toRequests([row])]).catch((reason: unknown) => {
        if (!(reason instanceof Error) || reason instanceof StoreUnavailable) throw reason;
        throw new StoreUnavailable(
          `The database ${target.name} rejects the request ${idOf(row)} (${reason.message}): correct it in SOURCE, ` +
            "and repeat the copy.",
        );
      });
    }
    throw error;
  }
}

type Row = Record<string, SqlValue>;

const LISTS = new Set<string>(FIELDS.filter(isList));

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

/** Both databases have the same columns, because no command opens a database of another version. */
function toNotifications(rows: Row[]): Statement[] {
  const [first] = rows;
  return first ? [toInsert("request_notifications", Object.keys(first), rows)] : [];
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
