import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { DataRequirement } from "../domain/data-requirement.ts";
import { timeOrderedUuid } from "../domain/identifiers.ts";
import { COLUMNS } from "./columns.ts";
import {
  isLocked,
  SQLITE_CONSTRAINT,
  sqliteCode,
  SqliteDatabase,
  type Connection,
} from "./sqlite-database.ts";
import { SqliteDesk } from "./sqlite-desk.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { toTimestamp } from "./sqlite-row.ts";
import {
  StoreUnavailable,
  type Insertion,
  type RequestStore,
  type StoredRequirement,
} from "./store.ts";

type Waiting = {
  requirement: DataRequirement;
  idempotencyKey: string | null;
  resolve: (insertion: Insertion) => void;
  reject: (reason: unknown) => void;
};

/**
 * Requests in one SQLite file. Inserts that arrive together share one commit, and so one wait for
 * the disk; none is answered before that commit is on it.
 */
export class SqliteStore implements RequestStore {
  readonly place: string;
  readonly desk: SqliteDesk;
  readonly outbox: SqliteOutbox;
  readonly #database: SqliteDatabase;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(path: string, now: () => number = Date.now) {
    this.place = path;
    this.#database = new SqliteDatabase(path);
    this.#now = now;
    this.desk = new SqliteDesk(this.#database, now);
    this.outbox = new SqliteOutbox(this.#database, now);
  }

  insert(requirement: DataRequirement, idempotencyKey: string | null): Promise<Insertion> {
    const { promise, resolve, reject } = Promise.withResolvers<Insertion>();
    this.#waiting.push({ requirement, idempotencyKey, resolve, reject });
    this.#writing ??= this.#writeAll();
    return promise;
  }

  async check(): Promise<void> {
    await this.#retry(() =>
      this.#database.transaction(({ prepare }) => {
        prepare("select 1 from data_requirements limit 1").get();
      }),
    );
    const { bavail, bsize } = await statfs(dirname(this.place));
    if (bavail * bsize < LEAST_FREE_BYTES) {
      throw new StoreUnavailable(`The disk that holds ${this.place} is full: free some space.`, {});
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#database.close();
  }

  async #writeAll(): Promise<void> {
    // One turn of the event loop gathers what has arrived with the first.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, LARGEST_COMMIT));
    this.#writing = undefined;
  }

  async #write(batch: Waiting[]): Promise<void> {
    try {
      const settlements = await this.#retry(() =>
        this.#database.transaction((connection) =>
          batch.map((waiting) => insertOne(connection, waiting, this.#now())),
        ),
      );
      for (const settle of settlements) settle();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Tries again while another process writes: waiting here, not in SQLite, keeps the site alive. */
  async #retry<Result>(work: () => Result): Promise<Result> {
    const until = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isLocked(error) || performance.now() > until) throw error;
        await delay(20);
      }
    }
  }
}

const LARGEST_COMMIT = 500;
const LEAST_FREE_BYTES = 1024 * 1024;
const PATIENCE_MILLISECONDS = 5_000;

const INSERT = `insert into data_requirements (${COLUMNS.join(", ")})
  values (${COLUMNS.map((column) => `:${column}`).join(", ")})`;

/** Inserts within a transaction; what is returned tells the one who waits, once it is committed. */
function insertOne(connection: Connection, waiting: Waiting, now: number): () => void {
  const row: StoredRequirement = {
    id: timeOrderedUuid(now, randomBytes(16)),
    created_at: toTimestamp(now),
    ...waiting.requirement,
    idempotency_key: waiting.idempotencyKey,
    replied_at: null,
  };
  const list = row.hardware_setup;
  const hardware_setup = list === null ? null : JSON.stringify(list);
  try {
    // A failed statement undoes itself only: the others of its transaction stand.
    connection.prepare(INSERT).run({ ...row, hardware_setup });
    return () => waiting.resolve({ kind: "stored", row });
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_CONSTRAINT) throw error;
    const used = error instanceof Error && error.message.includes(".idempotency_key");
    return () => (used ? waiting.resolve({ kind: "duplicate" }) : waiting.reject(error));
  }
}
