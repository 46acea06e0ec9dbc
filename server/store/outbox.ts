import { HOUR_MS } from "../../domain/durations.ts";
import type { Database } from "./database.ts";
import { toTimestamp, type Channel } from "./rows.ts";

/** A notification of a request that a channel is to send now. */
export type DueNotification = {
  id: string;
  full_name: string;
  company: string;
  /** How many attempts have failed. */
  attempts: number;
  /** 1 if the receiver rejected the content at the last attempt, else 0. */
  content_rejected: number;
};

export type FailedAttempt = {
  error: string;
  isContentRejected: boolean;
  /** In milliseconds since 1970. */
  retryAt: number;
};

/** What a channel has failed to deliver: how many, since when the oldest waits, and why one of them failed. */
export type Backlog = { count: number; since: string; last_error: string };

/** The notifications of requests: one for each channel. Those of spam wait until somebody removes the mark. */
export class Outbox {
  readonly #database: Database;
  readonly #channels: readonly Channel[];
  readonly #now: () => number;

  constructor(
    database: Database,
    { channels, now }: { channels: readonly Channel[]; now: () => number },
  ) {
    this.#database = database;
    this.#channels = channels;
    this.#now = now;
  }

  /** Adds the notifications of a new request. */
  add(id: string): void {
    const now = toTimestamp(this.#now());
    for (const channel of this.#channels) {
      this.#database.run(
        `insert into notifications (request_id, channel, queued_at, next_attempt_at)
        values (?, ?, ?, ?)`,
        [id, channel, now, now],
      );
    }
  }

  /** The oldest first. */
  listDue(channel: Channel): DueNotification[] {
    return this.#database.query(
      `select id, full_name, company, attempts, content_rejected
      from notifications join data_requirements on id = request_id
      where channel = ? and delivered_at is null and next_attempt_at <= ? and spam_reason is null
      order by queued_at limit 1000`,
      [channel, toTimestamp(this.#now())],
    );
  }

  recordDelivered(channel: Channel, ids: readonly string[]): void {
    this.#database.run(
      `update notifications set attempts = attempts + 1, delivered_at = ?, last_error = null
      where channel = ? and request_id in (select value from json_each(?))`,
      [toTimestamp(this.#now()), channel, JSON.stringify(ids)],
    );
  }

  recordFailure(
    channel: Channel,
    ids: readonly string[],
    { error, isContentRejected, retryAt }: FailedAttempt,
  ): void {
    this.#database.run(
      `update notifications
      set attempts = attempts + 1, next_attempt_at = ?, last_error = ?, content_rejected = ?
      where channel = ? and request_id in (select value from json_each(?))`,
      [toTimestamp(retryAt), error, Number(isContentRejected), channel, JSON.stringify(ids)],
    );
  }

  /** What a channel has failed to deliver for an hour. What failed later may be over before anybody looks. */
  findBacklog(channel: Channel): Backlog | undefined {
    const [backlog] = this.#database.query<Backlog>(
      `select count(*) as count, min(queued_at) as since, min(last_error) as last_error
      from notifications join data_requirements on id = request_id
      where channel = ? and delivered_at is null and last_error is not null and queued_at <= ?
        and spam_reason is null
      having count(*) > 0`,
      [channel, toTimestamp(this.#now() - HOUR_MS)],
    );
    return backlog;
  }
}
