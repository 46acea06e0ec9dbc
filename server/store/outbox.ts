import type { Channel, FailingChannel } from "../../domain/channels.ts";
import { HOUR_MS } from "../../domain/durations.ts";
import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { Database } from "./database.ts";
import { toTimestamp } from "./rows.ts";

/**
 * `failing` means that a channel, or the notification of one request, has been failing for at least an hour. `none`
 * means that no channel is configured.
 */
export type NotificationState = "ok" | "failing" | "none";

/**
 * Stores one notification per request and channel. For spam, it waits until a colleague marks the request "Not spam".
 */
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

  /**
   * Claims the newest due request, so that a flood cannot delay later ones. Schedules its retry at once, in case
   * recording the result fails.
   */
  claimNext(channel: Channel): string | null {
    return this.#claim(channel, "order by queued_at desc limit 1")[0] ?? null;
  }

  /** If any request is due, returns all undelivered ones, and schedules the retries of due ones. */
  claimAll(channel: Channel): string[] {
    if (this.#claim(channel, "").length === 0) return [];
    const rows = this.#database.query<{ request_id: string }>(
      `select request_id from request_notifications where channel = ? and ${IS_UNDELIVERED}`,
      [channel],
    );
    return rows.map(({ request_id }) => request_id);
  }

  recordDelivered(channel: Channel, ids: readonly string[]): void {
    this.#database.run(
      `update request_notifications set delivered_at = ?
      where channel = ? and request_id in (select value from json_each(?))`,
      [toTimestamp(this.#now()), channel, JSON.stringify(ids)],
    );
  }

  /** Keeps `listFailing` from forgetting these requests when the channel delivers others. */
  recordUndelivered(channel: Channel, ids: readonly string[], reason: string): void {
    this.#database.run(
      `update request_notifications set failure = ?
      where channel = ? and request_id in (select value from json_each(?))`,
      [reason, channel, JSON.stringify(ids)],
    );
  }

  /** Finds suspected spam that no count has included yet. */
  findUncountedSpam(channel: Channel): string[] {
    const rows = this.#database.query<{ request_id: string }>(
      `select request_id from request_notifications join data_requirements on id = request_id
      where channel = ? and is_spam and attempts = 0
        and spam_reason in (select value from json_each(?))`,
      [channel, JSON.stringify(SUSPECTED_SPAM)],
    );
    return rows.map(({ request_id }) => request_id);
  }

  /** Spam stays undelivered, so that "Not spam" sends its notification. */
  recordSpamCounted(channel: Channel, ids: readonly string[]): void {
    this.#database.run(
      `update request_notifications set attempts = 1
      where channel = ? and request_id in (select value from json_each(?))`,
      [channel, JSON.stringify(ids)],
    );
  }

  /** Ends the channel's failure, and makes the requests that it delayed due at once. */
  recordSuccess(channel: Channel): void {
    this.#database.transaction(() => {
      const ended = this.#endFailure(channel);
      if (ended > 0) this.#retryAll(channel);
    });
  }

  /** Makes all undelivered requests due, because their retries find what else fails. */
  recordLogin(channel: Channel): void {
    this.#endFailure(channel);
    this.#retryAll(channel);
  }

  /** Keeps `since`, which is the time of the first failure since the last success. */
  recordFailure(channel: Channel, reason: string): void {
    this.#database.run(
      `update request_channels set failing_since = coalesce(failing_since, ?), failure = ?
      where channel = ?`,
      [toTimestamp(this.#now()), reason, channel],
    );
  }

  /**
   * Lists channels that have been failing for `forMs`, or that failed to announce a request which is as old. A time in
   * the future means a wrong clock, and is also listed.
   */
  listFailing({ forMs = 0 } = {}): FailingChannel[] {
    // In SQLite, `min(since)` selects the row from which the other columns are taken.
    return this.#database.query(
      `select channel, min(since) as since, reason, request from (
        select channel, failing_since as since, failure as reason, null as request
        from request_channels where failing_since is not null
        union all
        select channel, queued_at, failure, request_id from request_notifications
        where ${IS_UNDELIVERED} and failure is not null
      ) where not (since > ? and since <= ?) group by channel`,
      [toTimestamp(this.#now() - forMs), toTimestamp(this.#now())],
    );
  }

  readState(): NotificationState {
    if (this.#channels.length === 0) return "none";
    return this.listFailing({ forMs: HOUR_MS }).length > 0 ? "failing" : "ok";
  }

  /**
   * Notifications are created for these channels from now on. Moves undelivered ones if `WEBHOOK_URL` has changed from a
   * chat to a program or back. A server without a channel changes nothing.
   */
  registerChannels(): void {
    if (this.#channels.length === 0) return;
    const to = this.#channels.find((channel) => channel !== "mail");
    const from = to === "chat" ? "webhook" : "chat";
    const isUnconfigured = "channel not in (select value from json_each(?))";
    const configured = JSON.stringify(this.#channels);
    this.#database.run(`delete from request_channels where ${isUnconfigured}`, [configured]);
    this.#database.run(`update request_notifications set failure = null where ${isUnconfigured}`, [
      configured,
    ]);
    for (const channel of this.#channels) {
      this.#database.run(
        "insert into request_channels (channel) values (?) on conflict do nothing",
        [channel],
      );
    }
    if (to === undefined) return;
    this.#database.run(
      "update request_notifications set channel = ? where channel = ? and delivered_at is null",
      [to, from],
    );
  }

  #endFailure(channel: Channel): number {
    return this.#database.run(
      `update request_channels set failing_since = null, failure = null
      where channel = ? and failing_since is not null`,
      [channel],
    );
  }

  #retryAll(channel: Channel): void {
    this.#database.run(
      "update request_notifications set next_attempt_at = ? where channel = ? and delivered_at is null",
      [toTimestamp(this.#now()), channel],
    );
  }

  #claim(channel: Channel, order: string): string[] {
    const now = toTimestamp(this.#now());
    const rows = this.#database.query<{ request_id: string }>(
      `update request_notifications
      set attempts = attempts + 1,
        next_attempt_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', ?, ${RETRY_SECONDS} || ' seconds')
      where channel = ? and request_id in (
        select request_id from request_notifications where channel = ? and ${IS_DUE} ${order}
      )
      returning request_id`,
      [now, channel, channel, now, toTimestamp(this.#now() + HOUR_MS)],
    );
    return rows.map(({ request_id }) => request_id);
  }
}

/** Exponential backoff, from 5 seconds to an hour. */
const RETRY_SECONDS = "min(5 << min(attempts, 10), 3600)";

const IS_UNDELIVERED = "delivered_at is null and not is_spam";

/** A retry more than an hour away means a wrong clock, so it counts as due. */
const IS_DUE = `${IS_UNDELIVERED} and not (next_attempt_at > ? and next_attempt_at <= ?)`;
