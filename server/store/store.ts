import { randomUUID } from "node:crypto";

import { replyDueAt, type DataRequirement } from "../../domain/data-requirement.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { FIELDS } from "../../domain/fields.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { BatchQueue } from "./batch-queue.ts";
import { Database, type DatabaseUser, type SqlValue } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { Outbox } from "./outbox.ts";
import { toCondition, type RequestFilter } from "./request-filter.ts";
import {
  PROVIDER_COLUMNS,
  readFields,
  STORED_COLUMNS,
  toTimestamp,
  writeField,
  type Channel,
  type RequestRow,
  type StoredRequest,
} from "./rows.ts";
import { hasWords, wordsOf } from "./search.ts";

/** Pages count from 1. */
export type ListQuery = { isSpam: boolean; search: string; page: number };

export type RequestPage = { rows: RequestRow[]; hasMore: boolean };

export type NoteChange = { text: string | null; by: string | null };

export type StoreOptions = {
  user?: DatabaseUser;
  channels?: readonly Channel[];
  now?: () => number;
};

/** Every method throws `StoreUnavailable` while the file cannot be used. */
export class RequestStore {
  readonly path: string;
  readonly outbox: Outbox;
  /** In milliseconds since 1970. The one clock of the server: whoever compares with stored times asks it. */
  readonly now: () => number;
  readonly #database: Database;
  readonly #batches = new BatchQueue();
  #insertFailedAt: number | null = null;

  constructor(path: string, { user = "server", channels = [], now = Date.now }: StoreOptions = {}) {
    this.path = path;
    this.#database = new Database(path, user);
    this.now = now;
    this.outbox = new Outbox(this.#database, { channels, now });
  }

  /**
   * Stores a request under the idempotency key of its insert, a UUID in lower case, or under a random id. Returns the row
   * once it is on the disk together with its notifications, or null for a key that was used, which stores nothing.
   */
  insert(
    requirement: DataRequirement,
    key: string | null,
    spamReason: SpamReason | null,
  ): StoredRequest | null {
    const id = key ?? randomUUID();
    const now = this.now();
    try {
      const row = this.#database.transaction(() => {
        const [inserted] = this.#database.query<StoredRequest>(INSERT_REQUEST, [
          id,
          toTimestamp(now),
          toTimestamp(replyDueAt(now)),
          ...FIELDS.map((field) => writeField(requirement[field])),
          spamReason,
        ]);
        if (inserted) this.outbox.add(id, { isSpam: spamReason !== null });
        if (inserted && spamReason === "probe") this.#keepLastProbe(id);
        return inserted;
      });
      this.#insertFailedAt = null;
      return row ? (readFields(row) as StoredRequest) : null;
    } catch (error) {
      this.#insertFailedAt = now;
      throw error;
    }
  }

  /**
   * The request that a form without script has sent before, which has no key: a double click or a reload. Spam does
   * not count, since whoever sends a person's request first as spam would keep it out of the list.
   */
  findDuplicate(requirement: DataRequirement): RequestRow | undefined {
    const isSame = FIELDS.map((field) => `${field} is ?`).join(" and ");
    const [repeated] = this.#select(
      `where created_at >= ? and spam_reason is null and ${isSame} limit 1`,
      [
        toTimestamp(this.now() - DUPLICATE_WINDOW_MS),
        ...FIELDS.map((field) => writeField(requirement[field])),
      ],
    );
    return repeated;
  }

  /** Throws if requests cannot be read, or if the last insert has failed within five minutes. */
  check(): void {
    this.#database.query("select count(*) from sqlite_schema");
    const failedAt = this.#insertFailedAt;
    if (failedAt === null || this.now() - failedAt > FAILED_INSERT_MS) return;
    throw new StoreUnavailable("The last request could not be stored.");
  }

  /**
   * One page: what waits, with what is due next first, and then the rest with the newest first. A page of spam starts
   * with the newest.
   */
  async list({ isSpam, search, page }: ListQuery): Promise<RequestPage> {
    const words = wordsOf(search);
    const { sql, values } =
      words.length === 0
        ? toCondition({ isSpam })
        : toCondition({ rowids: await this.#findRowids({ isSpam }, words) });
    const order = isSpam ? NEWEST_FIRST : DUE_FIRST;
    // Selects the rows before it reads their texts, which may be long.
    const rows = await this.#batches.run(() =>
      this.#select(
        `where rowid in (
          select rowid from data_requirements where ${sql} order by ${order} limit ? offset ?
        ) order by ${order}`,
        [...values, PAGE_ROWS + 1, (page - 1) * PAGE_ROWS],
      ),
    );
    return { rows: rows.slice(0, PAGE_ROWS), hasMore: rows.length > PAGE_ROWS };
  }

  /** What waits, with what is due next first, and then the rest. */
  find(filter: RequestFilter): RequestRow[] {
    const { sql, values } = toCondition(filter);
    return this.#select(`where ${sql} order by ${DUE_FIRST}`, values);
  }

  /** Every request that matches, the newest first. Visitors can send between two batches. */
  async *read(filter: RequestFilter = {}): AsyncGenerator<RequestRow> {
    const { sql, values } = toCondition(filter);
    let last: SqlValue[] = ["9999", ""];
    for (;;) {
      const after = last;
      const rows = await this.#batches.run(() =>
        this.#select(
          `where ${sql} and (created_at, id) < (?, ?) order by ${NEWEST_FIRST} limit ${BATCH_ROWS}`,
          [...values, ...after],
        ),
      );
      yield* rows;
      const oldest = rows.at(-1);
      if (!oldest) return;
      last = [oldest.created_at, oldest.id];
    }
  }

  count(filter: RequestFilter): number {
    const { sql, values } = toCondition(filter);
    const [row] = this.#database.query<{ count: number }>(
      `select count(*) as count from data_requirements where ${sql}`,
      values,
    );
    return row?.count ?? 0;
  }

  /** The first reply stays when a request is marked again. */
  markReplied(id: string, by: string | null): void {
    this.#database.run(
      "update data_requirements set replied_at = ?, replied_by = ? where id = ? and replied_at is null",
      [toTimestamp(this.now()), by, id],
    );
  }

  markUnreplied(id: string): void {
    this.#update("replied_at = null, replied_by = null", [id]);
  }

  /** From then on no notification of it is sent. */
  markSpam(id: string): void {
    const reason: SpamReason = "flagged";
    this.#update("spam_reason = coalesce(spam_reason, ?)", [reason, id]);
  }

  /** From then on its notifications are sent, except those that were sent before. */
  markNotSpam(id: string): void {
    this.#update("spam_reason = null", [id]);
  }

  /** Returns false if the note has changed since it was read, which `noted_at` tells, and changes nothing. */
  setNote(id: string, { text, by }: NoteChange, readAt: string | null): boolean {
    const changed = this.#database.run(
      "update data_requirements set note = ?, noted_at = ?, noted_by = ? where id = ? and noted_at is ?",
      [text, toTimestamp(this.now()), by, id, readAt],
    );
    return changed > 0;
  }

  erase(filter: RequestFilter): number {
    const { sql, values } = toCondition(filter);
    const erased = this.#database.run(`delete from data_requirements where ${sql}`, values);
    this.#database.truncateWal();
    return erased;
  }

  /** Removes what an erasure has left in the write-ahead log, because a program was reading it. */
  truncateWal(): void {
    this.#database.truncateWal();
  }

  close(): void {
    this.#database.close();
  }

  /** The probe runs every hour, and would fill the list of spam. */
  #keepLastProbe(id: string): void {
    this.#database.run("delete from data_requirements where spam_reason = 'probe' and id <> ?", [
      id,
    ]);
  }

  /** Requests with all the words. A SQL function would hold every text in memory. */
  async #findRowids(filter: RequestFilter, words: string[]): Promise<number[]> {
    const { sql, values } = toCondition(filter);
    const found: number[] = [];
    let last: number | undefined = 0;
    while (last !== undefined) {
      const after: number = last;
      last = await this.#batches.run(() => {
        const rows = this.#database.query<{ rowid: number }>(
          // By row: an index would be sorted again for each batch.
          `select rowid, ${COLUMNS} from data_requirements not indexed
          where ${sql} and rowid > ? order by rowid limit ${BATCH_ROWS}`,
          [...values, after],
        );
        for (const { rowid, ...row } of rows) {
          if (hasWords(readFields(row) as RequestRow, words)) found.push(rowid);
        }
        return rows.at(-1)?.rowid;
      });
    }
    return found;
  }

  #select(clauses: string, values: readonly SqlValue[]): RequestRow[] {
    const rows = this.#database.query<Record<string, unknown>>(
      `select ${COLUMNS} from data_requirements ${clauses}`,
      values,
    );
    return rows.map((row) => readFields(row) as RequestRow);
  }

  #update(change: string, values: readonly SqlValue[]): void {
    this.#database.run(`update data_requirements set ${change} where id = ?`, values);
  }
}

const PAGE_ROWS = 50;

/** A batch of the longest texts blocks for about 50 ms. */
const BATCH_ROWS = 50;

const FAILED_INSERT_MS = 5 * MINUTE_MS;

/** Within this time the same form is the same request. */
const DUPLICATE_WINDOW_MS = 10 * MINUTE_MS;

const NEWEST_FIRST = "created_at desc, id desc";
const DUE_FIRST = `replied_at is not null, iif(replied_at is null, reply_due, null), ${NEWEST_FIRST}`;

const COLUMNS = [...STORED_COLUMNS, ...PROVIDER_COLUMNS].join(", ");

const INSERTED_COLUMNS = [...STORED_COLUMNS, "spam_reason"];
const INSERT_REQUEST = `
  insert into data_requirements (${INSERTED_COLUMNS.join(", ")})
  values (${INSERTED_COLUMNS.map(() => "?").join(", ")})
  on conflict (id) do nothing
  returning ${STORED_COLUMNS.join(", ")}`;
