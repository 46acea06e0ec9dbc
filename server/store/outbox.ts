import type { Channel, FailingChannel } from "../../domain/channels.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/durations.ts";
import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { Database, Query, SqlValue } from "./database.ts";
import { IS_UNLOCKED } from "./schema.ts";

/**
 * `failing` means that a channel, or the notification of one request, has been failing for at least an hour. `none`
 * means that no channel is configured.
 */
export type NotificationState = "ok" | "failing" | "none";

/** `attempts` includes this one. */
export type Claim = { id: string; attempts: number };

/** A message about several requests: at most one an hour or, for a reminder, one a day, such as `reminder 2026-11-28`. */
export type Summary = "digest" | "spam" | `reminder ${string}`;

/** Stands for the channels of a reminder, which the first channel that works sends. */
export const ANY_CHANNEL = "any";

/** Longer than the longest delivery, which is a message and its repetition without the visitor's words. */
const CLAIM_MS = MINUTE_MS;

/** After this time without a program that has the channel, a server removes it. */
const UNUSED_MS = 30 * DAY_MS;

/** Programs confirm their channels hourly. This is longer, because schedules may be late. */
const CONFIRMED_MS = 3 * HOUR_MS;

/**
 * Stores a notification for each subject and channel. The subject is the ID of a request, a `Summary`, or `channel`,
 * whose row makes the database's trigger create the channel's notifications. Each is claimed in one statement, so several
 * servers do not deliver it twice. A notification of spam waits until a colleague marks the request "Not spam".
 */
export class Outbox {
  /** Called when a notification may have become due. Notifications of other servers are found by polling. */
  onQueued: () => void = () => {};
  readonly #database: Database;
  readonly #channels: readonly Channel[];

  constructor(database: Database, channels: readonly Channel[]) {
    this.#database = database;
    this.#channels = channels;
  }

  /**
   * Adds this program's channels to those of the database, and records that they are in use. Never removes one, because
   * another program may have it. During a copy, does nothing, because the copied requests would be announced. While the
   * database is being opened, only its own `query` can be used.
   */
  async confirmChannels(
    query: Query = (sql, values) => this.#database.query(sql, values),
  ): Promise<void> {
    for (const channel of this.#channels) {
      await query(
        `insert into request_notifications (subject, channel, queued_at, next_attempt_at, is_spam)
        select 'channel', ?, ${this.#after(0)}, ${this.#after(0)}, false where ${IS_UNLOCKED}
        on conflict (subject, channel) do update set queued_at = excluded.queued_at`,
        [channel],
      );
    }
  }

  /** Removes other programs' channels that were last confirmed a month ago, and their notifications. Resolves to their names. */
  async removeUnusedChannels(): Promise<string[]> {
    const removed = await this.#database.query<{ channel: string; subject: string }>(
      `delete from request_notifications where channel in (
        select channel from request_notifications where subject = 'channel' and queued_at <= ${this.#after(-UNUSED_MS)}
      ) and not (${this.#database.isIn("channel")}) returning channel, subject`,
      [this.#channels],
    );
    return removed.flatMap(({ channel, subject }) => (subject === "channel" ? [channel] : []));
  }

  /** Claims the newest due request, so that a flood cannot delay later ones. */
  async claimNext(channel: Channel): Promise<Claim | null> {
    const [claim] = await this.#claim(
      channel,
      `and subject = (
        select subject from request_notifications where channel = ? and ${this.#isDue()}
        order by queued_at desc limit 1
      )`,
      [channel],
    );
    return claim ?? null;
  }

  async isAnyDue(channel: Channel): Promise<boolean> {
    const rows = await this.#database.query(
      `select 1 as due from request_notifications where channel = ? and ${this.#isDue()} limit 1`,
      [channel],
    );
    return rows.length > 0;
  }

  /** Claims all due requests. */
  async claimAll(channel: Channel): Promise<string[]> {
    return (await this.#claim(channel, "", [])).map(({ id }) => id);
  }

  async recordDelivered(channel: Channel, ids: readonly string[]): Promise<void> {
    await this.#database.query(
      `update request_notifications set delivered_at = ${this.#after(0)}, failing_since = null, failure = null
      where channel = ? and ${this.#database.isIn("subject")}`,
      [channel, ids],
    );
  }

  /**
   * Schedules the retry by `retryDelay(attempts)`. Until these requests are delivered, `listFailing` lists the channel, even
   * if it delivers others.
   */
  async recordUndelivered(
    channel: Channel,
    ids: readonly string[],
    { reason, attempts }: { reason: string; attempts: number },
  ): Promise<void> {
    await this.#database.query(
      `update request_notifications
      set failing_since = coalesce(failing_since, ${this.#after(0)}), failure = ?,
        next_attempt_at = ${this.#after(retryDelay(attempts))}
      where channel = ? and ${this.#database.isIn("subject")}`,
      [reason, channel, ids],
    );
  }

  /** Counts the messages of the last hour. All requests of a digest have the same `delivered_at`. */
  async countDelivered(channel: Channel): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `select count(distinct delivered_at) as count from request_notifications
      where channel = ? and request_id is not null
        and delivered_at > ${this.#after(-HOUR_MS)} and delivered_at <= ${this.#after(0)}`,
      [channel],
    );
    return row?.count ?? 0;
  }

  /** Finds suspected spam that no count has included yet. */
  async findUncountedSpam(channel: Channel): Promise<string[]> {
    const rows = await this.#database.query<{ subject: string }>(
      // Qualified, because a field may have the name of a column.
      `select queued.subject
      from request_notifications as queued join data_requirements on id = queued.request_id
      where queued.channel = ? and queued.is_spam and queued.attempts = 0 and ${IS_UNLOCKED}
        and ${this.#database.isIn("spam_reason")}`,
      [channel, SUSPECTED_SPAM],
    );
    return rows.map(({ subject }) => subject);
  }

  /** Spam stays undelivered, so that "Not spam" sends its notification. */
  async recordSpamCounted(channel: Channel, ids: readonly string[]): Promise<void> {
    await this.#database.query(
      `update request_notifications set attempts = 1
      where channel = ? and ${this.#database.isIn("subject")}`,
      [channel, ids],
    );
  }

  /**
   * Claims the next attempt of a summary, unless it is being sent, waits for a retry, or was sent within the last hour or,
   * for a reminder, at any time. Resolves to the number of attempts since the last success, or to null.
   */
  async claimSummary(
    channel: Channel | typeof ANY_CHANNEL,
    summary: Summary,
  ): Promise<number | null> {
    const [claim] = await this.#database.query<{ attempts: number }>(
      `insert into request_notifications as known
        (subject, channel, queued_at, attempts, next_attempt_at, is_spam)
      select ?, ?, ${this.#after(0)}, 1, ${this.#after(CLAIM_MS)}, false where ${IS_UNLOCKED}
      on conflict (subject, channel) do update
        set attempts = known.attempts + 1, next_attempt_at = excluded.next_attempt_at
        where (known.delivered_at is null or known.subject in ('digest', 'spam'))
          and not (${this.#isAhead("known.next_attempt_at")})
      returning attempts`,
      [summary, channel],
    );
    return claim?.attempts ?? null;
  }

  /** Allows the next message in an hour if no attempt has failed. Otherwise, schedules the retry. */
  async recordSummary(
    channel: Channel | typeof ANY_CHANNEL,
    summary: Summary,
    failedAttempts: number,
  ): Promise<void> {
    const isDelivered = failedAttempts === 0;
    await this.#database.query(
      `update request_notifications
      set attempts = ?, delivered_at = ${isDelivered ? this.#after(0) : "null"},
        next_attempt_at = ${this.#after(isDelivered ? HOUR_MS : retryDelay(failedAttempts))}
      where subject = ? and channel = ?`,
      [failedAttempts, summary, channel],
    );
  }

  /** Ends the channel's failure, and retries the notifications that it delayed. */
  async recordSuccess(channel: Channel): Promise<void> {
    const ended = await this.#database.query(
      `update request_notifications set failing_since = null, failure = null
      where subject = 'channel' and channel = ? and failing_since is not null returning channel`,
      [channel],
    );
    if (ended.length > 0) await this.retryAll(channel);
  }

  /** Also retries notifications that failed while the channel worked, because a login does not test the delivery. */
  async recordLogin(channel: Channel): Promise<void> {
    await this.recordSuccess(channel);
    await this.retryAll(channel);
  }

  /** Makes retries due now. Skips those due within a minute, because these may be deliveries in progress. */
  async retryAll(channel: Channel): Promise<void> {
    await this.#database.query(
      `update request_notifications set next_attempt_at = ${this.#after(0)}
      where ${this.#database.isIn("channel")} and delivered_at is null
        and next_attempt_at > ${this.#after(CLAIM_MS)}`,
      [[channel, ANY_CHANNEL]],
    );
  }

  /** Keeps `failing_since`, which is the time of the first failure since the last success. */
  async recordFailure(channel: Channel, reason: string): Promise<void> {
    await this.#database.query(
      `update request_notifications
      set failing_since = coalesce(failing_since, ${this.#after(0)}), failure = ?
      where subject = 'channel' and channel = ?`,
      [reason, channel],
    );
  }

  /**
   * Lists channels that have been failing, or failing to announce a request, for `forMs`: this program's and those that
   * another program has confirmed lately. A time in the future means a wrong clock, and is also listed.
   */
  listFailing({ forMs = 0 } = {}): Promise<FailingChannel[]> {
    return this.#database.query(
      `select channel, since, reason, request from (
        select channel, failing_since as since, failure as reason, request_id as request,
          row_number() over (partition by channel order by failing_since, request_id) as position
        from request_notifications
        where failing_since is not null and delivered_at is null and not is_spam
          and not (failing_since > ${this.#after(-forMs)} and failing_since <= ${this.#after(0)})
          and channel in (
            select channel from request_notifications
            where subject = 'channel' and (${this.#database.isIn("channel")} or queued_at > ${this.#after(-CONFIRMED_MS)})
          )
      ) as failures where position = 1 order by channel`,
      [this.#channels],
    );
  }

  async readState(): Promise<NotificationState> {
    if (this.#channels.length === 0) return "none";
    return (await this.listFailing({ forMs: HOUR_MS })).length > 0 ? "failing" : "ok";
  }

  async #claim(channel: Channel, condition: string, values: readonly SqlValue[]): Promise<Claim[]> {
    return this.#database.query<Claim>(
      `update request_notifications
      set attempts = attempts + 1, next_attempt_at = ${this.#after(CLAIM_MS)}
      where channel = ? and ${this.#isDue()} ${condition}
      returning subject as id, attempts`,
      [channel, ...values],
    );
  }

  #isDue(): string {
    return `request_id is not null and delivered_at is null and not is_spam and ${IS_UNLOCKED}
      and not (${this.#isAhead("next_attempt_at")})`;
  }

  /** Returns a condition that is true for a time in the next hour. A later time means a wrong clock. */
  #isAhead(column: string): string {
    return `${column} > ${this.#after(0)} and ${column} <= ${this.#after(HOUR_MS)}`;
  }

  #after(milliseconds: number): string {
    return this.#database.after(milliseconds);
  }
}

/** Exponential backoff, from 5 seconds to an hour. Returns 0 for 0 attempts. */
function retryDelay(attempts: number): number {
  return attempts === 0 ? 0 : Math.min(5 * 2 ** (attempts - 1), 3_600) * SECOND_MS;
}
