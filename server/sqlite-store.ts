import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { SQLOutputValue } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { type DataRequirement } from "../domain/data-requirement.ts";
import { COLUMNS } from "./insert-request.ts";
import {
  SQLITE_CONSTRAINT,
  sqliteCode,
  SqliteDatabase,
  type Connection,
} from "./sqlite-database.ts";
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
  readonly #database: SqliteDatabase;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(database: SqliteDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
    this.place = database.path;
  }

  insert(requirement: DataRequirement, idempotencyKey: string | null): Promise<Insertion> {
    const { promise, resolve, reject } = Promise.withResolvers<Insertion>();
    this.#waiting.push({ requirement, idempotencyKey, resolve, reject });
    this.#writing ??= this.#writeAll();
    return promise;
  }

  async check(): Promise<void> {
    this.#database.transaction(({ prepare }) => {
      prepare("select 1 from data_requirements limit 1").get();
    });
    const { bavail, bsize } = await statfs(dirname(this.place));
    if (bavail * bsize < LEAST_FREE_BYTES) {
      const problem = `The disk that holds ${this.place} is full: free some space.`;
      throw new StoreUnavailable(problem, {});
    }
  }

  async *list(): AsyncGenerator<StoredRequirement> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      // Pages, not one long read: the file can be checkpointed between them.
      const page = this.#database.use(({ prepare }) => prepare(PAGE).all(before));
      for (const row of page) {
        before = Number(row["sequence"]);
        yield fromRow(row);
      }
      if (page.length === 0) return;
    }
  }

  async count(): Promise<number> {
    const sql = "select count(*) as count from data_requirements";
    return this.#database.use(({ prepare }) => Number(prepare(sql).get()?.["count"]));
  }

  async erase(email: string): Promise<number> {
    const sql = "delete from data_requirements where email = ? collate nocase";
    const erased = this.#database.transaction(({ prepare }) => prepare(sql).run(email).changes);
    // What was erased must not live on in the log of changes.
    this.#database.use(({ database }) => database.exec("pragma wal_checkpoint(truncate)"));
    return Number(erased);
  }

  async markReplied(email: string): Promise<number> {
    const sql = `update data_requirements set replied_at = ?
      where email = ? collate nocase and replied_at is null`;
    const now = toTimestamp(this.#now());
    return this.#database.transaction(({ prepare }) =>
      Number(prepare(sql).run(now, email).changes),
    );
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
      const settled = await this.#commit(batch);
      for (const [index, settle] of settled.entries()) {
        const waiting = batch[index];
        if (waiting) settle(waiting);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Tries again while another process writes: waiting here, not in SQLite, keeps the site alive. */
  async #commit(batch: Waiting[]): Promise<((waiting: Waiting) => void)[]> {
    const until = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      try {
        return this.#database.transaction((connection) =>
          batch.map((each) => this.#insertOne(connection, each)),
        );
      } catch (error) {
        if (!isLocked(error) || performance.now() > until) throw error;
        await delay(20);
      }
    }
  }

  #insertOne({ prepare }: Connection, { requirement, idempotencyKey }: Waiting) {
    const row: StoredRequirement = {
      id: randomUUID(),
      created_at: toTimestamp(this.#now()),
      ...requirement,
      idempotency_key: idempotencyKey,
      replied_at: null,
    };
    const { hardware_setup, ...plain } = row;
    try {
      // A failed statement undoes itself only: the others of its transaction stand.
      prepare(INSERT).run({ ...plain, hardware_setup: toJson(hardware_setup) });
      return ({ resolve }: Waiting) => resolve({ kind: "stored", row });
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_CONSTRAINT) throw error;
      const duplicate = (error as Error).message.includes("data_requirements.idempotency_key");
      return ({ resolve, reject }: Waiting) =>
        duplicate ? resolve({ kind: "duplicate" }) : reject(error);
    }
  }
}

const LARGEST_COMMIT = 500;
const LEAST_FREE_BYTES = 1024 * 1024;
const PATIENCE_MILLISECONDS = 5_000;

const INSERT = `insert into data_requirements (${COLUMNS.join(", ")})
  values (${COLUMNS.map((column) => `:${column}`).join(", ")})`;

const PAGE = `select sequence, ${COLUMNS.join(", ")} from data_requirements
  where sequence < ? order by sequence desc limit 1000`;

function fromRow(row: Record<string, SQLOutputValue>): StoredRequirement {
  const list = row["hardware_setup"];
  const hardware_setup: unknown = typeof list === "string" ? JSON.parse(list) : null;
  const columns = COLUMNS.map((column) => [column, row[column]]);
  return { ...Object.fromEntries(columns), hardware_setup } as StoredRequirement;
}

function isLocked(error: unknown): boolean {
  return error instanceof StoreUnavailable && sqliteCode(error.cause) === 5;
}

/** As PostgREST prints a `timestamptz` in UTC. */
function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "+00:00");
}

function toJson(list: string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}
