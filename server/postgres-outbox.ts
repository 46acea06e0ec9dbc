import { REPLY_PROMISE_HOURS } from "../domain/data-requirement.ts";
import type { PostgresDatabase } from "./postgres-database.ts";
import { SELECTION } from "./postgres-row.ts";
import {
  LEASE_SECONDS,
  MOST_COUNTED,
  type Channel,
  type Delivery,
  type DeliveryOutcome,
  type Outbox,
  type Promises,
  type StoredRequirement,
} from "./store.ts";

export class PostgresOutbox implements Outbox {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async setChannels(channels: Channel[]): Promise<void> {
    await this.#database.query(SET_CHANNELS, [channels]);
  }

  async claim(channels: Channel[], most: number): Promise<Delivery[]> {
    type Claimed = StoredRequirement & { channel: Channel; attempts: number };
    const rows = await this.#database.query<Claimed>(CLAIM, [channels, most]);
    return rows.map(({ channel, attempts, ...requirement }) => ({
      channel,
      attempt: attempts,
      requirement,
    }));
  }

  async settle(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { channel, attempt, requirement } = delivery;
    const key = [requirement.id, channel, attempt];
    if (outcome.kind === "delivered") await this.#database.query(DELIVERED, key);
    else await this.#database.query(FAILED, [...key, outcome.error, outcome.retryInSeconds]);
  }

  async promises(): Promise<Promises> {
    const [row] = await this.#database.query<Promises>(PROMISES);
    if (!row) throw new Error("a query of counts returned no row");
    return row;
  }
}

const SET_CHANNELS = `
  with gone as (
    delete from private.outbox_channels where channel <> all($1::text[])
  )
  insert into private.outbox_channels select unnest($1::text[]) on conflict do nothing`;

// Locked rows are another server's: skipped, not waited for.
const CLAIM = `
  with taken as (
    update private.outbox set
      attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
    where (requirement_id, channel) in (
      select requirement_id, channel from private.outbox
      where delivered_at is null and next_attempt_at <= clock_timestamp() and channel = any($1)
      order by next_attempt_at limit $2
      for update skip locked)
    returning requirement_id, channel, attempts
  )
  select channel, attempts, ${SELECTION}
  from taken join public.data_requirements on id = requirement_id`;

const DELIVERED = `update private.outbox set delivered_at = now(), last_error = null
  where requirement_id = $1 and channel = $2 and attempts = $3`;

const FAILED = `update private.outbox
  set last_error = $4, next_attempt_at = now() + make_interval(secs => $5)
  where requirement_id = $1 and channel = $2 and attempts = $3 and delivered_at is null`;

const PROMISES = `
  with pending as (
    select requirement_id, last_error from private.outbox
    where delivered_at is null and channel in (select channel from private.outbox_channels)
    limit ${MOST_COUNTED}
  ), overdue as (
    select from public.data_requirements
    where replied_at is null and created_at < now() - interval '${REPLY_PROMISE_HOURS} hours'
    limit ${MOST_COUNTED}
  )
  select
    (select count(*)::int from pending) as undelivered,
    (select count(last_error)::int from pending) as failing,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::int
      from pending join public.data_requirements on id = requirement_id)
      as oldest_undelivered_seconds,
    (select count(*)::int from overdue) as overdue_replies`;
