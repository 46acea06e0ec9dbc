import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { v7 as uuid } from "uuid";

import { FREE_TEXTS, replyDueAt, type DataRequirement } from "../../../domain/data-requirement.ts";
import { suspectSpam, type FormUse, type SpamReason } from "../../../domain/spam.ts";
import { COLUMNS } from "../columns.ts";
import { createOutbox } from "../outbox.ts";
import { createRequirements } from "../requirements.ts";
import { toTimestamp } from "../sql.ts";
import {
  StoreUnavailable,
  type InsertResult,
  type RequirementStore,
  type StoredRequirement,
} from "../store.ts";
import { SqliteDatabase, type SqliteOptions } from "./database.ts";
import { SQLITE_CONSTRAINT, sqliteCode } from "./errors.ts";
import type { Connection } from "./file.ts";

/**
 * Requests in one SQLite file. Inserts that arrive together share one commit, and so one wait for
 * the disk; none resolves before that commit is on it.
 */
export function openSqliteStore(path: string, options: SqliteOptions = {}): RequirementStore {
  const database = new SqliteDatabase(path, options);
  const listeners: (() => void)[] = [];
  const queue: QueuedInsert[] = [];
  let writing: Promise<void> | undefined;

  return {
    location: path,
    requirements: createRequirements(database),
    outbox: createOutbox(database),

    insert(requirement, idempotencyKey, formUse) {
      const { promise, resolve, reject } = Promise.withResolvers<InsertResult>();
      queue.push({ requirement, idempotencyKey, formUse, resolve, reject });
      writing ??= writeQueue();
      return promise;
    },

    onStored: (listener) => void listeners.push(listener),

    async check() {
      await database.transaction(({ prepare }) => {
        prepare("select 1 from data_requirements limit 1").get();
      });
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize >= MIN_FREE_BYTES) return;
      throw new StoreUnavailable(`The disk that holds ${path} is full: free some space.`, {});
    },

    async close() {
      await writing;
      database.close();
    },
  };

  async function writeQueue(): Promise<void> {
    while (queue.length > 0) {
      // Collects the inserts that arrive in the same turn of the event loop.
      await nextTurn();
      await writeBatch(queue.splice(0));
    }
    writing = undefined;
  }

  async function writeBatch(batch: QueuedInsert[]): Promise<void> {
    try {
      const resolutions = await database.transaction((connection) =>
        batch.map((insert) => insertOne(connection, insert, database.now())),
      );
      for (const resolve of resolutions) resolve();
      for (const listener of listeners) listener();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** An insert that waits until it can share a commit with others. */
type QueuedInsert = {
  requirement: DataRequirement;
  idempotencyKey: string | null;
  formUse: FormUse | null;
  resolve: (result: InsertResult) => void;
  reject: (reason: unknown) => void;
};

const MIN_FREE_BYTES = 1024 * 1024;

const INSERT = `insert into data_requirements (${COLUMNS.join(", ")}, suspected_spam)
  values (${COLUMNS.map(() => "?").join(", ")}, ?)`;

/** The index on the beginning of the first free text finds the rows; at most 1,000 are compared. */
const FIND_REPEATED = `
  select 1 from (
    select ${FREE_TEXTS.join(", ")} from data_requirements
    where substr(coalesce(${FREE_TEXTS.join(", ")}), 1, 64) =
        substr(coalesce(${FREE_TEXTS.map((text) => `$${text}`).join(", ")}), 1, 64)
      and created_at > $after
    order by created_at desc limit 1000)
  where ${FREE_TEXTS.map((text) => `${text} is $${text}`).join(" and ")}
  limit 1`;

/** Inserts within a transaction; the returned function settles the promise after the commit. */
function insertOne(connection: Connection, insert: QueuedInsert, now: number): () => void {
  const row: StoredRequirement = {
    // Ordered by time, so that the index of ids grows at its end.
    id: uuid(),
    created_at: toTimestamp(now),
    ...insert.requirement,
    idempotency_key: insert.idempotencyKey,
    replied_at: null,
    reply_due: toTimestamp(replyDueAt(now)),
  };
  const values = COLUMNS.map((column) => row[column]).map((value) =>
    Array.isArray(value) ? JSON.stringify(value) : value,
  );
  const suspected =
    suspectSpam(insert.requirement, insert.formUse) ?? findRepeated(connection, row);
  try {
    // A failed statement undoes itself only: the others of its transaction remain.
    connection.prepare(INSERT).run(...values, suspected);
    return () => insert.resolve({ kind: "stored", row });
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_CONSTRAINT) throw error;
    const used = error instanceof Error && error.message.includes(".idempotency_key");
    return () => (used ? insert.resolve({ kind: "duplicate" }) : insert.reject(error));
  }
}

/** A retry matches, too, which is harmless: its idempotency key makes it a duplicate. */
function findRepeated({ prepare }: Connection, row: StoredRequirement): SpamReason | null {
  const after = toTimestamp(Date.parse(row.created_at) - 86_400_000);
  const texts = Object.fromEntries(FREE_TEXTS.map((text) => [text, row[text]]));
  return prepare(FIND_REPEATED).get({ ...texts, after }) ? "repeated" : null;
}
