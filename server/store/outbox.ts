import { HOUR_MS } from "../../domain/durations.ts";
import type { Database } from "./database.ts";
import { toTimestamp, type Channel } from "./rows.ts";

export type FailingChannel = { channel: Channel; since: string; reason: string };

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

  /**
   * Takes the next request that is due, if there is one: its next attempt is later from then on, even if the outcome
   * of this one cannot be recorded. Those with the fewest attempts come first, since a receiver may hang on one.
   */
  claimNext(channel: Channel, { attemptsBelow }: { attemptsBelow: number }): string | undefined {
    const which = "attempts < ? order by attempts, queued_at limit 1";
    return this.#take(channel, which, attemptsBelow)[0];
  }

  takeAll(channel: Channel, { attemptsFrom }: { attemptsFrom: number }): string[] {
    return this.#take(channel, "attempts >= ?", attemptsFrom);
  }

  /** Also ends the channel's failure. */
  recordDelivered(channel: Channel, ids: readonly string[]): void {
    this.#database.run(
      `update notifications set delivered_at = ?
      where channel = ? and request_id in (select value from json_each(?))`,
      [toTimestamp(this.#now()), channel, JSON.stringify(ids)],
    );
    this.recordSuccess(channel);
  }

  recordSuccess(channel: Channel): void {
    this.#database.run("delete from failing_channels where channel = ?", [channel]);
  }

  /** The first failure after a success says since when. */
  recordFailure(channel: Channel, reason: string): void {
    this.#database.run(
      `insert into failing_channels (channel, since, reason) values (?, ?, ?)
      on conflict (channel) do update set reason = excluded.reason`,
      [channel, toTimestamp(this.#now()), reason],
    );
  }

  listFailing(): FailingChannel[] {
    return this.#database.query("select channel, since, reason from failing_channels");
  }

  /** Nobody wants to read that a channel fails that is not configured. */
  deleteUnconfiguredChannels(): void {
    this.#database.run(
      "delete from failing_channels where channel not in (select value from json_each(?))",
      [JSON.stringify(this.#channels)],
    );
  }

  #take(channel: Channel, which: string, attempts: number): string[] {
    const now = toTimestamp(this.#now());
    const rows = this.#database.query<{ request_id: string }>(
      `update notifications
      set attempts = attempts + 1,
        next_attempt_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', ?, ${RETRY_SECONDS} || ' seconds')
      where channel = ? and request_id in (
        select request_id
        from notifications as due join data_requirements on id = request_id
        where due.channel = ? and ${IS_DUE} and ${which}
      )
      returning request_id`,
      [now, channel, channel, now, toTimestamp(this.#now() + HOUR_MS), attempts],
    );
    return rows.map(({ request_id }) => request_id);
  }
}

/** 5 s after the first attempt, then twice as long, at most an hour. */
const RETRY_SECONDS = "min(5 << min(attempts, 10), 3600)";

/** What is later than an hour from now was taken while the clock was wrong. */
const IS_DUE = `
  delivered_at is null and spam_reason is null
  and not (next_attempt_at > ? and next_attempt_at <= ?)`;
