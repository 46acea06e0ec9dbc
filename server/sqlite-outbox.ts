import { REPLY_PROMISE_HOURS } from "../domain/data-requirement.ts";
import { COLUMNS } from "./columns.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { fromRow, toTimestamp } from "./sqlite-row.ts";
import {
  LEASE_SECONDS,
  MOST_COUNTED,
  type Channel,
  type Delivery,
  type DeliveryOutcome,
  type Outbox,
  type Promises,
} from "./store.ts";

export class SqliteOutbox implements Outbox {
  readonly #database: SqliteDatabase;
  readonly #now: () => number;

  constructor(database: SqliteDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async setChannels(channels: Channel[]): Promise<void> {
    this.#database.transaction(({ prepare }) => {
      prepare("delete from outbox_channels").run();
      for (const channel of channels)
        prepare("insert into outbox_channels values (?)").run(channel);
    });
  }

  async claim(channels: Channel[], most: number): Promise<Delivery[]> {
    const now = this.#now();
    const due = { now: toTimestamp(now), channels: JSON.stringify(channels), most };
    // Looking first costs no lock: mostly there is nothing.
    const found = this.#database.use(({ prepare }) => prepare(DUE).all(due));
    if (found.length === 0) return [];
    const lease = toTimestamp(now + LEASE_SECONDS * 1000);
    return this.#database.transaction(({ prepare }) =>
      prepare(DUE)
        .all(due)
        .map((row) => {
          prepare(TAKE).run({ lease, id: row["id"] ?? null, channel: row["channel"] ?? null });
          return {
            channel: row["channel"] as Channel,
            attempt: Number(row["attempts"]) + 1,
            requirement: fromRow(row),
          };
        }),
    );
  }

  async settle(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { channel, attempt, requirement } = delivery;
    const key = { id: requirement.id, channel, attempt };
    this.#database.transaction(({ prepare }) => {
      if (outcome.kind === "delivered") {
        prepare(DELIVERED).run({ ...key, now: toTimestamp(this.#now()) });
        return;
      }
      const next = toTimestamp(this.#now() + outcome.retryInSeconds * 1000);
      prepare(FAILED).run({ ...key, next, error: outcome.error });
    });
  }

  async promises(): Promise<Promises> {
    const now = this.#now();
    const dueBefore = toTimestamp(now - REPLY_PROMISE_HOURS * 3_600_000);
    const row = this.#database.use(({ prepare }) => prepare(PROMISES).get({ dueBefore })) ?? {};
    const oldest = row["oldest"];
    const age = typeof oldest === "string" ? (now - Date.parse(oldest)) / 1000 : 0;
    return {
      undelivered: Number(row["undelivered"]),
      failing: Number(row["failing"]),
      oldest_undelivered_seconds: Math.max(0, Math.round(age)),
      overdue_replies: Number(row["overdue"]),
    };
  }
}

const DUE = `
  select channel, attempts, ${COLUMNS.join(", ")}
  from outbox join data_requirements on id = requirement_id
  where delivered_at is null and next_attempt_at <= :now
    and channel in (select value from json_each(:channels))
  order by next_attempt_at limit :most`;

const TAKE = `update outbox set attempts = attempts + 1, next_attempt_at = :lease
  where requirement_id = :id and channel = :channel`;

const DELIVERED = `update outbox set delivered_at = :now, last_error = null
  where requirement_id = :id and channel = :channel and attempts = :attempt`;

const FAILED = `update outbox set next_attempt_at = :next, last_error = :error
  where requirement_id = :id and channel = :channel and attempts = :attempt
    and delivered_at is null`;

const PENDING = `select requirement_id, last_error from outbox
  where delivered_at is null and channel in (select channel from outbox_channels)
  limit ${MOST_COUNTED}`;

const PROMISES = `
  select
    (select count(*) from (${PENDING})) as undelivered,
    (select count(last_error) from (${PENDING})) as failing,
    (select min(created_at) from (${PENDING}) join data_requirements on id = requirement_id)
      as oldest,
    (select count(*) from (
      select 1 from data_requirements where replied_at is null and created_at < :dueBefore
      limit ${MOST_COUNTED})) as overdue`;
