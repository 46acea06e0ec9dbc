import { randomUUID } from "node:crypto";

import type { Channel } from "../../domain/channels.ts";
import { replyDueAt, type DataRequirement } from "../../domain/data-requirement.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/durations.ts";
import { FIELDS } from "../../domain/fields.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { BATCH_ROWS, BatchQueue } from "./batch-queue.ts";
import { Database, type DatabaseUser, type SqlValue } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { eraseMatches, toMatch, type Match } from "./matches.ts";
import { Outbox } from "./outbox.ts";
import { IS_WAITING, toCondition, type RequestFilter } from "./request-filter.ts";
import {
  SELECTED_COLUMNS,
  quoted,
  readFields,
  STORED_COLUMNS,
  toTimestamp,
  writeField,
  type RequestRow,
  type StoredRequest,
} from "./rows.ts";
import { hasWords } from "./search.ts";

/** `waiting` and `total` count the requests on all pages. */
export type RequestPage = { rows: RequestRow[]; hasMore: boolean; waiting: number; total: number };

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
  /** In milliseconds since 1970. Compare stored times only with this clock. */
  readonly now: () => number;
  readonly #database: Database;
  readonly #batches = new BatchQueue();
  #insertFailedAt: number | null = null;

  constructor(path: string, { user = "server", channels = [], now = Date.now }: StoreOptions = {}) {
    this.path = path;
    this.#database = new Database(path, user, () => this.outbox.registerChannels());
    this.now = now;
    this.outbox = new Outbox(this.#database, { channels, now });
  }

  /**
   * Stores a request durably under its idempotency key or, without one, a random ID. Returns null for a duplicate key.
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

  /** Finds a recent request with the same values, because forms posted without JavaScript have no idempotency key. */
  findDuplicate(requirement: DataRequirement): RequestRow | null {
    const hasSameValues = FIELDS.map((field) => `${quoted(field)} is ?`).join(" and ");
    // Ignores spam, because an attacker's earlier copy could otherwise keep the original from being stored.
    const [duplicate] = this.#select(
      `where created_at >= ? and spam_reason is null and ${hasSameValues} limit 1`,
      [
        toTimestamp(this.now() - DUPLICATE_WINDOW_MS),
        ...FIELDS.map((field) => writeField(requirement[field])),
      ],
    );
    return duplicate ?? null;
  }

  /** Throws if requests cannot be read, or if the last insert failed less than five minutes ago. */
  check(): void {
    this.#database.query("select count(*) from sqlite_schema");
    const failedAt = this.#insertFailedAt;
    if (failedAt === null || this.now() - failedAt > FAILED_INSERT_MS) return;
    throw new StoreUnavailable("The last request could not be stored.");
  }

  /** Pages count from 1. Waiting requests come first, by due date; then replied ones and spam, newest first. */
  async list(filter: RequestFilter, words: readonly string[], page: number): Promise<RequestPage> {
    const found =
      words.length === 0
        ? filter
        : { ids: (await this.findMatches(filter, words)).map(({ id }) => id) };
    const slice = { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
    const rows = await this.#batches.run(() => this.find(found, slice));
    const waiting = this.count({ ...found, isWaiting: true });
    const total = this.count(found);
    return { rows, hasMore: total > page * PAGE_ROWS, waiting, total };
  }

  /** In SQLite, a limit of -1 means none. */
  find(filter: RequestFilter, { limit = -1, offset = 0 } = {}): RequestRow[] {
    const { sql, values } = toCondition(filter);
    // Sorts only row IDs, and reads the other columns afterwards, because their text may be long.
    return this.#select(
      `where rowid in (
        select rowid from data_requirements where ${sql} order by ${WAITING_FIRST} limit ? offset ?
      ) order by ${WAITING_FIRST}`,
      [...values, limit, offset],
    );
  }

  /** Matches words in JavaScript, because a SQL function would hold every text in memory. */
  async findMatches(filter: RequestFilter, words: readonly string[] = []): Promise<Match[]> {
    const matches: Match[] = [];
    for await (const row of this.read(filter)) {
      if (hasWords(row, words)) matches.push(toMatch(row));
    }
    return matches;
  }

  /** Limited to the last week, because the desk's list of suspected spam would otherwise never be empty. */
  suspectedSpam(): { count: number; newest: RequestRow[] } {
    const filter = { isSuspected: true, storedSince: this.now() - WEEK_MS } as const;
    return { count: this.count(filter), newest: this.find(filter, { limit: 5 }) };
  }

  /** Yields matching requests, newest first. Reads them in batches, so that inserts can run between two batches. */
  async *read(filter: RequestFilter = {}): AsyncGenerator<RequestRow> {
    const { sql, values } = toCondition(filter);
    let last: SqlValue[] = ["9999", ""];
    for (;;) {
      const after = last;
      const rows = await this.#batches.run(() =>
        this.#select(
          // With another index, SQLite would sort all matches again for each batch.
          `indexed by data_requirements_newest
          where ${sql} and (created_at, id) < (?, ?) order by ${NEWEST_FIRST} limit ${BATCH_ROWS}`,
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

  /** Keeps the first reply if a request is marked again. */
  markReplied(id: string, by: string | null): void {
    this.#database.run(
      "update data_requirements set replied_at = ?, replied_by = ? where id = ? and replied_at is null",
      [toTimestamp(this.now()), by, id],
    );
  }

  markUnreplied(id: string): void {
    this.#update("replied_at = null, replied_by = null", [id]);
  }

  /** Also stops the request's notifications. */
  markSpam(id: string): void {
    const reason: SpamReason = "flagged";
    this.#update("spam_reason = coalesce(spam_reason, ?)", [reason, id]);
  }

  /** Also sends the request's notifications, except those delivered before. */
  markNotSpam(id: string): void {
    this.#update("spam_reason = null", [id]);
  }

  /** Returns false if the note has changed since `readAt` (optimistic locking on `noted_at`). */
  setNote(id: string, { text, by }: NoteChange, readAt: string | null): boolean {
    const changed = this.#database.run(
      "update data_requirements set note = ?, noted_at = ?, noted_by = ? where id = ? and noted_at is ?",
      [text, toTimestamp(this.now()), by, id, readAt],
    );
    return changed > 0;
  }

  erase(id: string): void {
    this.#database.run("delete from data_requirements where id = ?", [id]);
    this.#database.truncateWal();
  }

  /** Skips requests that have changed since they were found. Resolves to the number of erased requests. */
  eraseMatches(matches: readonly Match[]): Promise<number> {
    return eraseMatches(this.#database, this.#batches, matches);
  }

  close(): void {
    this.#database.close();
  }

  /** Keeps only the newest probe request, because hourly probes would fill the list of spam. */
  #keepLastProbe(id: string): void {
    this.#database.run("delete from data_requirements where spam_reason = 'probe' and id <> ?", [
      id,
    ]);
  }

  #select(clauses: string, values: readonly SqlValue[]): RequestRow[] {
    const rows = this.#database.query<Record<string, unknown>>(
      `select ${SELECTED_COLUMNS} from data_requirements ${clauses}`,
      values,
    );
    return rows.map((row) => readFields(row) as RequestRow);
  }

  #update(change: string, values: readonly SqlValue[]): void {
    this.#database.run(`update data_requirements set ${change} where id = ?`, values);
  }
}

const PAGE_ROWS = 50;

const WEEK_MS = 7 * DAY_MS;

const FAILED_INSERT_MS = 5 * MINUTE_MS;

const DUPLICATE_WINDOW_MS = 10 * MINUTE_MS;

const NEWEST_FIRST = "created_at desc, id desc";
const WAITING_FIRST = `not (${IS_WAITING}), iif(${IS_WAITING}, reply_due, null), ${NEWEST_FIRST}`;

const INSERTED_COLUMNS = [...STORED_COLUMNS, "spam_reason"];
const INSERT_REQUEST = `
  insert into data_requirements (${INSERTED_COLUMNS.map(quoted).join(", ")})
  values (${INSERTED_COLUMNS.map(() => "?").join(", ")})
  on conflict (id) do nothing
  returning ${STORED_COLUMNS.map(quoted).join(", ")}`;
