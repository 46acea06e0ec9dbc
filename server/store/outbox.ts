import type { Channel, FailingChannel } from "../../domain/channels.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/durations.ts";
import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { Database, Query, SqlValue, Statement } from "./database.ts";
import { toTimestamp } from "./rows.ts";

/**
 * `failing` means that a channel, or the notification of one request, has been failing for at least an hour. `none`
 * means that no channel is configured.
 */
export type NotificationState = "ok" | "failing" | "none";

/** `attempts` includes this one. */
export type Claim = { id: string; attempts: number };

/** A message about several requests, at most one an hour or, for reminders, a day. */
export type Summary = "digest" | "spam" | "reminder";

/** Longer than the longest delivery, which is a message and its repetition without the visitor's words. */
const CLAIM_MS = MINUTE_MS;

/**
 * Stores one notification per request and channel, which the database's trigger creates. Each is claimed in one
 * statement, so several servers do not deliver it twice. A notification of spam waits until a colleague marks the request
 * "Not spam".
 */
export class Outbox {
  /** Called when a notification may have become due. Notifications of other servers are found by polling. */
  onQueued: () => void = () => {};
  /** Called with the channels that `registerChannels` has removed from the database. */
  onChannelsRemoved: (channels: string[]) => void = () => {};
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
   * Makes the trigger create notifications for these channels. Moves undelivered ones if `WEBHOOK_URL` has changed from
   * a chat to a program or back. Without a channel, changes nothing.
   */
  async registerChannels(query: Query): Promise<void> {
    if (this.#channels.length === 0) return;
    for (const channel of this.#channels) {
      await query("insert into request_channels (channel) values (?) on conflict do nothing", [
        channel,
      ]);
    }
    const isConfigured = this.#database.isIn("channel");
    const removed = await query<{ channel: string }>(
      `delete from request_channels where not (${isConfigured}) returning channel`,
      [this.#channels],
    );
    if (removed.length > 0) this.onChannelsRemoved(removed.map(({ channel }) => channel));
    await query(
      `update request_notifications set failure = null
      where failure is not null and not (${isConfigured})`,
      [this.#channels],
    );
    const to = this.#channels.find((channel) => channel !== "mail");
    if (to === undefined) return;
    const from = to === "chat" ? "webhook" : "chat";
    // A request that was stored between the statements above has a notification for each channel.
    await query(
      `delete from request_notifications where channel = ? and delivered_at is null
      and request_id in (select request_id from request_notifications where channel = ?)`,
      [from, to],
    );
    await query(
      "update request_notifications set channel = ? where channel = ? and delivered_at is null",
      [to, from],
    );
  }

  /** Claims the newest due request, so that a flood cannot delay later ones. */
  async claimNext(channel: Channel): Promise<Claim | null> {
    const [claim] = await this.#claim(
      channel,
      `and request_id = (
        select request_id from request_notifications where channel = ? and ${IS_DUE}
        order by queued_at desc limit 1
      )`,
      [channel, ...this.#dueNow()],
    );
    return claim ?? null;
  }

  async isAnyDue(channel: Channel): Promise<boolean> {
    const rows = await this.#database.query(
      `select 1 as due from request_notifications where channel = ? and ${IS_DUE} limit 1`,
      [channel, ...this.#dueNow()],
    );
    return rows.length > 0;
  }

  /** Claims all due requests. */
  async claimAll(channel: Channel): Promise<string[]> {
    return (await this.#claim(channel, "", [])).map(({ id }) => id);
  }

  async recordDelivered(channel: Channel, ids: readonly string[]): Promise<void> {
    await this.#database.run(
      `update request_notifications set delivered_at = ?
      where channel = ? and ${this.#database.isIn("request_id")}`,
      [this.#after(0), channel, ids],
    );
  }

  /**
   * Schedules the retry: at once for 0 attempts, and otherwise later after each attempt. `listFailing` lists these
   * requests with `reason` until they are delivered, even if the channel delivers others.
   */
  async recordUndelivered(
    channel: Channel,
    ids: readonly string[],
    { reason, attempts }: { reason: string; attempts: number },
  ): Promise<void> {
    await this.#database.run(
      `update request_notifications set failure = ?, next_attempt_at = ?
      where channel = ? and ${this.#database.isIn("request_id")}`,
      [reason, this.#retryAt(attempts), channel, ids],
    );
  }

  /** Counts the messages of the last hour. All requests of a digest have the same `delivered_at`. */
  async countDelivered(channel: Channel): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `select count(distinct delivered_at) as count from request_notifications
      where channel = ? and delivered_at > ? and delivered_at <= ?`,
      [channel, this.#after(-HOUR_MS), this.#after(0)],
    );
    return row?.count ?? 0;
  }

  /** Finds suspected spam that no count has included yet. */
  async findUncountedSpam(channel: Channel): Promise<string[]> {
    const rows = await this.#database.query<{ request_id: string }>(
      // Qualified, because a field may have the name of a column.
      `select queued.request_id
      from request_notifications as queued join data_requirements on id = queued.request_id
      where queued.channel = ? and queued.is_spam and queued.attempts = 0
        and ${this.#database.isIn("spam_reason")}`,
      [channel, SUSPECTED_SPAM],
    );
    return rows.map(({ request_id }) => request_id);
  }

  /** Spam stays undelivered, so that "Not spam" sends its notification. */
  async recordSpamCounted(channel: Channel, ids: readonly string[]): Promise<void> {
    await this.#database.run(
      `update request_notifications set attempts = 1
      where channel = ? and ${this.#database.isIn("request_id")}`,
      [channel, ids],
    );
  }

  /**
   * Claims the next attempt of a message about several requests, unless it was sent within the last hour, is being sent
   * or waits for a retry. Resolves to the number of attempts since the last success, or to null.
   */
  async claimSummary(channel: Channel, summary: Summary): Promise<number | null> {
    const [claim] = await this.#database.query<{ attempts: number }>(
      `update request_channels
      set ${summary}_attempts = ${summary}_attempts + 1, ${summary}_at = ?
      where channel = ? and (${summary}_at is null or not (${isAhead(`${summary}_at`)}))
      returning ${summary}_attempts as attempts`,
      [this.#after(CLAIM_MS), channel, ...this.#dueNow()],
    );
    return claim?.attempts ?? null;
  }

  /** Allows the next message in an hour if no attempt has failed. Otherwise, schedules the retry. */
  async recordSummary(channel: Channel, summary: Summary, failedAttempts: number): Promise<void> {
    const next = failedAttempts === 0 ? this.#after(HOUR_MS) : this.#retryAt(failedAttempts);
    await this.#database.run(
      `update request_channels set ${summary}_attempts = ?, ${summary}_at = ? where channel = ?`,
      [failedAttempts, next, channel],
    );
  }

  /** Resolves to the day of the last reminder. Which channel's row stores it depends on the configuration at that time. */
  async readReminderDay(): Promise<string | null> {
    const [row] = await this.#database.query<{ reminded_on: string | null }>(
      "select max(reminded_on) as reminded_on from request_channels",
    );
    return row?.reminded_on ?? null;
  }

  async recordReminderDay(channel: Channel, day: string): Promise<void> {
    await this.#database.run(
      "update request_channels set reminded_on = ?, reminder_attempts = 0, reminder_at = null where channel = ?",
      [day, channel],
    );
  }

  /** Ends the channel's failure, and retries the notifications that it delayed. */
  async recordSuccess(channel: Channel): Promise<void> {
    const ended = await this.#database.run(
      `update request_channels set failing_since = null, failure = null
      where channel = ? and failing_since is not null`,
      [channel],
    );
    if (ended > 0) await this.retryAll(channel);
  }

  /** Also retries notifications that failed while the channel worked, because a login does not test the delivery. */
  async recordLogin(channel: Channel): Promise<void> {
    await this.recordSuccess(channel);
    await this.retryAll(channel);
  }

  /** Makes retries due now. Skips those due within a minute, because these may be deliveries in progress. */
  async retryAll(channel: Channel): Promise<void> {
    const later = this.#after(CLAIM_MS);
    await this.#database.transaction([
      {
        sql: `update request_notifications set next_attempt_at = ?
          where channel = ? and delivered_at is null and next_attempt_at > ?`,
        values: [this.#after(0), channel, later],
      },
      ...(["digest", "spam", "reminder"] as const).map((summary): Statement => ({
        sql: `update request_channels set ${summary}_at = null
          where channel = ? and ${summary}_attempts > 0 and ${summary}_at > ?`,
        values: [channel, later],
      })),
    ]);
  }

  /** Keeps `failing_since`, which is the time of the first failure since the last success. */
  async recordFailure(channel: Channel, reason: string): Promise<void> {
    await this.#database.run(
      `update request_channels set failing_since = coalesce(failing_since, ?), failure = ?
      where channel = ?`,
      [this.#after(0), reason, channel],
    );
  }

  /**
   * Lists channels that have been failing for `forMs`, or that failed to announce a request which is as old. A time in
   * the future means a wrong clock, and is also listed.
   */
  listFailing({ forMs = 0 } = {}): Promise<FailingChannel[]> {
    return this.#database.query(
      `select channel, since, reason, request from (
        select failures.*, row_number() over (partition by channel order by since) as position from (
          select channel, failing_since as since, failure as reason, null as request
          from request_channels where failing_since is not null
          union all
          select channel, queued_at, failure, request_id from request_notifications
          where ${IS_UNDELIVERED} and failure is not null
        ) as failures where not (since > ? and since <= ?)
      ) as numbered where position = 1 order by channel`,
      [this.#after(-forMs), this.#after(0)],
    );
  }

  async readState(): Promise<NotificationState> {
    if (this.#channels.length === 0) return "none";
    return (await this.listFailing({ forMs: HOUR_MS })).length > 0 ? "failing" : "ok";
  }

  async #claim(channel: Channel, condition: string, values: readonly SqlValue[]): Promise<Claim[]> {
    return this.#database.query<Claim>(
      `update request_notifications set attempts = attempts + 1, next_attempt_at = ?
      where channel = ? and ${IS_DUE} ${condition}
      returning request_id as id, attempts`,
      [this.#after(CLAIM_MS), channel, ...this.#dueNow(), ...values],
    );
  }

  /** Values of `IS_DUE`. */
  #dueNow(): string[] {
    return [this.#after(0), this.#after(HOUR_MS)];
  }

  /** Exponential backoff, from 5 seconds to an hour; 0 attempts mean at once. */
  #retryAt(attempts: number): string {
    const seconds = attempts === 0 ? 0 : Math.min(5 * 2 ** (attempts - 1), 3_600);
    return this.#after(seconds * SECOND_MS);
  }

  #after(milliseconds: number): string {
    return toTimestamp(this.#now() + milliseconds);
  }
}

const IS_UNDELIVERED = "delivered_at is null and not is_spam";

/** Returns a condition that is true for a time in the next hour. A later time means a wrong clock. */
function isAhead(column: string): string {
  return `${column} > ? and ${column} <= ?`;
}

const IS_DUE = `${IS_UNDELIVERED} and not (${isAhead("next_attempt_at")})`;
