import { createHmac, randomUUID } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import type { Channel } from "../../domain/channels.ts";
import type { DataRequirement } from "../../domain/data-requirement.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { FIELDS } from "../../domain/fields.ts";
import { REPLY_PROMISE_HOURS } from "../../domain/reply-promise.ts";
import type { RequestRow, StoredRequest } from "../../domain/request-row.ts";
import type { SpamReason } from "../../domain/spam.ts";
import type { Database, DatabaseUser, SqlValue } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { openDatabase } from "./open-database.ts";
import { Outbox } from "./outbox.ts";
import { IS_WAITING, toCondition, type RequestFilter } from "./request-filter.ts";
import { SELECTED_COLUMNS, quoted, readFields, isTimestamp, STORED_COLUMNS } from "./rows.ts";
import { isFound } from "./search.ts";
import { Semaphore } from "./semaphore.ts";

/** `total` counts the requests on all pages. */
export type RequestPage = { rows: RequestRow[]; hasMore: boolean; total: number };

export type SuspectedSpam = { count: number; newest: RequestRow[] };

export type NoteChange = { text: string | null; by: string | null };

export type StoreOptions = {
  user?: DatabaseUser;
  /** Empty for a program that sends no notifications. */
  channels?: readonly Channel[];
  /** Replaces the clock, in milliseconds since 1970. */
  now?: () => number;
};

/** Every method rejects with `StoreUnavailable` while the database cannot be used. */
export class RequestStore {
  readonly outbox: Outbox;
  /** This process's clock, in milliseconds since 1970. Compare stored times with `readTime` instead. */
  readonly now: () => number;
  readonly #database: Database;
  readonly #turns = new Semaphore(1);
  #insertFailedAt: number | null = null;
  #formSecret: string | undefined;

  /** `location` is described at `openDatabase`. */
  constructor(location: string, { user = "server", channels = [], now }: StoreOptions = {}) {
    this.#database = openDatabase(location, {
      user,
      now,
      onOpen: (query) => this.outbox.confirmChannels(query),
    });
    this.now = now ?? Date.now;
    this.outbox = new Outbox(this.#database, channels);
  }

  /** Names the database to operators, without a password. */
  get name(): string {
    return this.#database.name;
  }

  /**
   * Stores a request durably under its idempotency key or, without one, a random ID. Resolves to null for a duplicate
   * key.
   */
  async insert(
    requirement: DataRequirement,
    key: string | null,
    spamReason: SpamReason | null,
  ): Promise<StoredRequest | null> {
    const id = key ?? randomUUID();
    const database = this.#database;
    try {
      const [row] = await database.insert<Record<string, unknown>>(
        `insert into data_requirements (created_at, reply_due, ${INSERTED_COLUMNS.map(quoted).join(", ")})
        values (${database.after(0)}, ${database.after(REPLY_PROMISE_MS)}, ${INSERTED_COLUMNS.map(() => "?").join(", ")})
        on conflict (id) do nothing
        returning ${STORED_COLUMNS.map(quoted).join(", ")}`,
        [id, spamReason, ...FIELDS.map((field) => requirement[field])],
      );
      if (row && spamReason === "probe") await this.#keepLastProbe(id);
      this.#insertFailedAt = null;
      if (row) this.outbox.onQueued();
      return row ? (readFields(row) as StoredRequest) : null;
    } catch (error) {
      this.#insertFailedAt = this.now();
      throw error;
    }
  }

  /**
   * Stores a form that was posted without JavaScript, and so without an idempotency key. The same values again within
   * ten minutes are one request.
   */
  async insertForm(
    requirement: DataRequirement,
    spamReason: SpamReason | null,
  ): Promise<StoredRequest> {
    // Spam gets a random ID, so that an attacker's copy does not take the original's.
    const key = spamReason === null ? await this.#formKey(requirement) : null;
    const row =
      (await this.insert(requirement, key, spamReason)) ??
      (await this.#findDuplicate(requirement)) ??
      (await this.insert(requirement, null, spamReason));
    if (!row) throw new Error("a request without a key was not stored");
    return row;
  }

  /** Rejects if requests cannot be read, or if the last insert failed less than five minutes ago. */
  async check(): Promise<void> {
    await this.#database.query("select id from data_requirements limit 1");
    const failedAt = this.#insertFailedAt;
    if (failedAt === null || this.now() - failedAt > FAILED_INSERT_MS) return;
    throw new StoreUnavailable("The last request could not be stored.");
  }

  /** Resolves to the current time, with which stored times can be compared. */
  async readTime(): Promise<string> {
    const [row] = await this.#database.query<{ time: string }>(
      `select ${this.#database.after(0)} as time`,
    );
    return row?.time ?? "";
  }

  /** Pages count from 1. Waiting requests come first, by due date; then replied ones and spam, newest first. */
  async list(filter: RequestFilter, page: number): Promise<RequestPage> {
    const rows = await this.find(filter, { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS });
    const total = await this.count(filter);
    return { rows, hasMore: total > page * PAGE_ROWS, total };
  }

  /** Sorted like a list. */
  find(
    filter: RequestFilter,
    { limit, offset = 0 }: { limit?: number; offset?: number } = {},
  ): Promise<RequestRow[]> {
    const { sql, values } = toCondition(filter, this.#database);
    if (limit === undefined) return this.#select(`where ${sql} order by ${WAITING_FIRST}`, values);
    // Sorts only IDs, and reads the other columns afterwards, because their text may be long.
    return this.#select(
      `where id in (
        select id from data_requirements where ${sql}
        order by ${WAITING_FIRST} limit ${limit} offset ${offset}
      ) order by ${WAITING_FIRST}`,
      values,
    );
  }

  /** Resolves to IDs. Matches terms in JavaScript, so that it finds the text that the desk shows. */
  async search(filter: RequestFilter, terms: readonly RegExp[]): Promise<string[]> {
    const ids: string[] = [];
    for await (const row of this.read(filter)) {
      if (isFound(row, terms)) ids.push(row.id);
    }
    return ids;
  }

  /** Limited to the last week, because the desk's list of suspected spam would otherwise never be empty. */
  async findSuspectedSpam(): Promise<SuspectedSpam> {
    const filter = { isSuspectedSpam: true, maxAge: WEEK_MS } as const;
    const [count, newest] = await Promise.all([
      this.count(filter),
      this.find(filter, { limit: 5 }),
    ]);
    return { count, newest };
  }

  /** Yields matching requests, newest first. Reads them in batches, so that inserts can run between two batches. */
  async *read(filter: RequestFilter = {}): AsyncGenerator<RequestRow> {
    const { sql, values } = toCondition(filter, this.#database);
    // With another index, SQLite would sort all matches again for each batch.
    const index = this.#database.forceIndex("data_requirements_newest");
    const limit = this.#database.batchRows;
    let last: RequestRow | undefined;
    do {
      const after = last && "(created_at, id) < (?, ?)";
      const conditions = [sql, ...(after ? [after] : [])].join(" and ");
      const rows = await this.#select(
        `${index} where ${conditions} order by ${NEWEST_FIRST} limit ${limit}`,
        [...values, ...(last ? [last.created_at, last.id] : [])],
      );
      yield* rows;
      last = rows.at(-1);
    } while (last);
  }

  async count(filter: RequestFilter): Promise<number> {
    const { sql, values } = toCondition(filter, this.#database);
    const [row] = await this.#queryInTurn<{ count: number }>(
      `select count(*) as count from data_requirements where ${sql}`,
      values,
    );
    return row?.count ?? 0;
  }

  /** Keeps the first reply if a request is marked again. */
  async markReplied(id: string, by: string | null): Promise<void> {
    await this.#update(
      `replied_at = ${this.#database.after(0)}, replied_by = ?`,
      "id = ? and replied_at is null",
      [by, id],
    );
  }

  async markUnreplied(id: string): Promise<void> {
    await this.#update("replied_at = null, replied_by = null", "id = ?", [id]);
  }

  /** Also stops the request's notifications. Keeps the reason of suspected spam. */
  async markSpam(id: string): Promise<void> {
    await this.#update("spam_reason = coalesce(spam_reason, ?)", "id = ?", [FLAGGED, id]);
  }

  /** Resolves to the number of requests that it has marked. Skips spam. */
  markAllSpam(filter: RequestFilter): Promise<number> {
    const toSql = () =>
      `update data_requirements set spam_reason = ?, changed_at = ${this.#database.after(0)}`;
    return this.#changeInBatches(toSql, [FLAGGED], { ...filter, isSpam: false });
  }

  /** Also sends the request's notifications, except those delivered before. */
  async markNotSpam(id: string): Promise<void> {
    await this.#update("spam_reason = null", "id = ?", [id]);
    this.outbox.onQueued();
  }

  /**
   * Resolves to false if the note has changed since `readAt` (optimistic locking on `noted_at`). `readAt` comes from a
   * form, so it may be any text.
   */
  async setNote(id: string, { text, by }: NoteChange, readAt: string | null): Promise<boolean> {
    if (readAt !== null && !isTimestamp(readAt)) return false;
    const changed = await this.#update(
      `note = ?, noted_at = ${this.#database.after(0)}, noted_by = ?`,
      "id = ? and noted_at is not distinct from ?",
      [text?.replaceAll("\0", "") ?? null, by, id, readAt],
    );
    return changed > 0;
  }

  /** Resolves to the number of erased requests. */
  async erase(filter: RequestFilter): Promise<number> {
    const erased = await this.#changeInBatches(() => "delete from data_requirements", [], filter);
    await this.#database.removeErased();
    return erased;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Keeps only the newest probe request, because hourly probes would fill the list of spam. */
  async #keepLastProbe(id: string): Promise<void> {
    await this.#database.query(
      "delete from data_requirements where spam_reason = 'probe' and id <> ?",
      [id],
    );
  }

  /** Returns a UUID that only this installation's servers can compute: https://www.rfc-editor.org/rfc/rfc9562#uuidv8 */
  async #formKey(requirement: DataRequirement): Promise<string> {
    this.#formSecret ??= await this.#readFormSecret();
    const values = JSON.stringify(FIELDS.map((field) => requirement[field]));
    const hash = createHmac("sha256", this.#formSecret).update(values).digest("hex");
    return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  }

  async #readFormSecret(): Promise<string> {
    const [row] = await this.#database.query<{ secret: string }>(
      "select secret from request_form_secret",
    );
    if (!row) throw new Error("request_form_secret is empty");
    return row.secret;
  }

  /** Finds a recent request with the same values that is not spam. */
  async #findDuplicate(requirement: DataRequirement): Promise<RequestRow | null> {
    const { email } = requirement;
    const rows = await this.find({ email, isSpam: false, maxAge: DUPLICATE_WINDOW_MS });
    const isSame = (row: RequestRow) =>
      FIELDS.every((field) => isDeepStrictEqual(row[field], requirement[field]));
    return rows.find(isSame) ?? null;
  }

  async #select(clauses: string, values: readonly SqlValue[]): Promise<RequestRow[]> {
    const rows = await this.#queryInTurn<Record<string, unknown>>(
      `select ${SELECTED_COLUMNS} from data_requirements ${clauses}`,
      values,
    );
    return rows.map((row) => readFields(row) as RequestRow);
  }

  /**
   * Changes few requests at a time, so that no insert waits long. Checks each request again. Calls `toSql` for each batch,
   * because SQLite's SQL contains the current time.
   */
  async #changeInBatches(
    toSql: () => string,
    values: readonly SqlValue[],
    { unchangedSince, ...filter }: RequestFilter,
  ): Promise<number> {
    const ids = filter.ids ?? (await this.#findIds(filter));
    const size = this.#database.batchRows;
    let changed = 0;
    for (let start = 0; start < ids.length; start += size) {
      if (start > 0) await setTimeout(PAUSE_MS);
      const batch = { ...filter, unchangedSince, ids: ids.slice(start, start + size) };
      const { sql, values: matched } = toCondition(batch, this.#database);
      const rows = await this.#queryInTurn(`${toSql()} where ${sql} returning id`, [
        ...values,
        ...matched,
      ]);
      changed += rows.length;
    }
    return changed;
  }

  async #findIds(filter: RequestFilter): Promise<string[]> {
    const { sql, values } = toCondition(filter, this.#database);
    const rows = await this.#queryInTurn<{ id: string }>(
      `select id from data_requirements where ${sql}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Runs one query at a time, round robin, and each in a turn of the event loop of its own, so that an insert waits for at
   * most one.
   */
  #queryInTurn<Row extends object>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#turns.use(async () => {
      await setImmediate();
      return this.#database.query<Row>(sql, values);
    });
  }

  /** Also sets `changed_at`, which on PostgreSQL a trigger sets. Resolves to the number of changed requests. */
  async #update(change: string, condition: string, values: readonly SqlValue[]): Promise<number> {
    const rows = await this.#database.query(
      `update data_requirements set ${change}, changed_at = ${this.#database.after(0)}
      where ${condition} returning id`,
      values,
    );
    return rows.length;
  }
}

export const PAGE_ROWS = 50;

const WEEK_MS = 7 * DAY_MS;

const REPLY_PROMISE_MS = REPLY_PROMISE_HOURS * HOUR_MS;

const FAILED_INSERT_MS = 5 * MINUTE_MS;

const DUPLICATE_WINDOW_MS = 10 * MINUTE_MS;

/** SQLite polls for a lock, so without pauses another program that uses the file could wait for many batches. */
const PAUSE_MS = 10;

const FLAGGED: SpamReason = "flagged";

const NEWEST_FIRST = "created_at desc, id desc";
const WAITING_FIRST = `not (${IS_WAITING}), case when ${IS_WAITING} then reply_due end, ${NEWEST_FIRST}`;

const INSERTED_COLUMNS = ["id", "spam_reason", ...FIELDS];
