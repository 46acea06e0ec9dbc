import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { findHoldReason, type FormUse } from "../../../domain/spam.ts";
import { insertStatement, insertValues } from "../insert.ts";
import { createOutbox } from "../outbox.ts";
import { createSecret } from "../secret.ts";
import {
  StoreUnavailable,
  type RequestStore,
  type StoredRequest,
  type StoreOptions,
} from "../store.ts";
import { createStoredRequests } from "../stored-requests.ts";
import { checkTable, tryInsert } from "../table-check.ts";
import { SqliteDatabase, type RunStatement } from "./database.ts";
import { sqliteDialect } from "./dialect.ts";

/**
 * Requests in one SQLite file. Inserts that arrive together share one commit, and so one wait for the disk:
 * each would stop the process for as long as the disk takes.
 */
export function openSqliteStore(path: string, options: StoreOptions = {}): RequestStore {
  const database = new SqliteDatabase(path, options);
  const waiting: WaitingInsert[] = [];
  let writing: Promise<void> | undefined;

  return {
    location: path,
    requests: createStoredRequests(database),
    outbox: createOutbox(database),
    ...createSecret(database),

    insert(requirement, idempotencyKey, formUse) {
      const { promise, resolve, reject } = Promise.withResolvers<StoredRequest | null>();
      waiting.push({ requirement, idempotencyKey, formUse, resolve, reject });
      writing ??= writeAll();
      return promise;
    },

    checkTable: () => checkTable(database, `The database ${path}`),

    async check() {
      await tryInsert(database);
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize >= MIN_FREE_BYTES) return;
      throw new StoreUnavailable(`The disk that holds ${path} is full: free some space.`, {});
    },

    async close() {
      await writing;
      database.close();
    },
  };

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      // Collects what arrives in the same turn of the event loop.
      await nextTurn();
      await write(waiting.splice(0));
    }
    writing = undefined;
  }

  async function write(inserts: WaitingInsert[]): Promise<void> {
    try {
      const rows = await database.transaction((run) => inserts.map((each) => insertOne(run, each)));
      inserts.forEach(({ resolve }, index) => resolve(rows[index] ?? null));
    } catch (error) {
      for (const { reject } of inserts) reject(error);
    }
  }
}

type WaitingInsert = {
  requirement: DataRequirement;
  idempotencyKey: string | null;
  formUse: FormUse | null;
  resolve: (row: StoredRequest | null) => void;
  reject: (reason: unknown) => void;
};

function insertOne(
  run: RunStatement,
  { requirement, idempotencyKey, formUse }: WaitingInsert,
): StoredRequest | null {
  const reason = findHoldReason(requirement, formUse);
  const values = insertValues(requirement, idempotencyKey, reason);
  const [row] = run<StoredRequest>(INSERT, values);
  return row ?? null;
}

const MIN_FREE_BYTES = 1024 * 1024;

const INSERT = insertStatement(sqliteDialect);
