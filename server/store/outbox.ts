import { SELECTION } from "./columns.ts";
import { parameters, type SqlDatabase } from "./sql.ts";
import type {
  Announcement,
  Backlog,
  Channel,
  ChannelBacklog,
  Delivery,
  DigestEntry,
  Outbox,
  StoredRequest,
} from "./store.ts";

type Claim = Delivery["claims"][number];

export function createOutbox(database: SqlDatabase): Outbox {
  const { now, secondsFromNow, skipLocked } = database.dialect;

  const DUE = `channel = $1 and delivered_at is null and next_attempt_at <= ${now}`;
  const deliveredWithin = (seconds: number) =>
    `select 1 from outbox where channel = $1 and delivered_at > ${secondsFromNow(-seconds)}`;
  const STATE = `
    select
      ${countOf(`${deliveredWithin(BUDGET_SECONDS)} limit ${BUDGET}`)} as delivered,
      ${countOf(`${deliveredWithin(DIGEST_SECONDS)} limit 1`)} as recently,
      ${countOf(`select 1 from outbox where ${DUE} limit ${MAX_DIGEST}`)} as due`;
  // The whole primary key is matched: by the id alone, PostgreSQL may scan the channel's rows once per claim.
  const TAKE = `
    update outbox
    set attempts = attempts + 1, next_attempt_at = ${secondsFromNow(LEASE_SECONDS)}
    where (requirement_id, channel) in (
      select requirement_id, channel from outbox where ${DUE}
      order by next_attempt_at limit $2 ${skipLocked})
    returning requirement_id as id, attempts as attempt, next_attempt_at as lease`;

  const CHANNEL_BACKLOGS = `
    select
      outbox_channels.channel,
      cast(count(requirement_id) as integer) as undelivered,
      cast(count(last_error) as integer) as failed,
      min(case when last_error is not null then queued_at end) as since,
      min(last_error) as last_error,
      min(next_attempt_at) as due_since
    from outbox_channels
      left join outbox on outbox.channel = outbox_channels.channel and delivered_at is null
    group by outbox_channels.channel order by outbox_channels.channel`;
  const REQUESTS = `
    select
      ${countOf(`
        select id from (
          select id from data_requirements where replied_at is null and held_reason is null
          order by reply_due desc limit ${MAX_COUNTED}) as recent
        where not exists (select 1 from outbox where requirement_id = recent.id)`)}
        as unannounced,
      (select min(created_at) from data_requirements where held_reason <> 'probe')
        as held_since`;

  return {
    async claim(channel, limit) {
      type State = { delivered: number; recently: number; due: number };
      const [state] = await database.query<State>(STATE, [channel]);
      if (!state) throw new Error("a query of counts returned no row");
      const { delivered, recently, due } = state;
      // All that are due or none: whoever keeps the budget used up cannot get ahead of others.
      if (delivered + due <= BUDGET) return announceEach(channel, await take(channel, limit));
      if (recently > 0 && due < MAX_DIGEST) return [];
      const claims = await take(channel, MAX_DIGEST);
      return claims.length > 1 ? announceTogether(channel, claims) : announceEach(channel, claims);
    },

    async recordResult({ channel, claims }, result) {
      const isDelivered = result.kind === "delivered";
      const time = isDelivered
        ? `delivered_at = ${now}`
        : `next_attempt_at = ${secondsFromNow(RETRY_SECONDS)}`;
      const ids = claims.map(({ id }) => id);
      const error = isDelivered ? null : result.error;
      await database.query(
        `update outbox set last_error = $1, ${time}
        where channel = $2 and next_attempt_at = $3 and requirement_id in (${parameters(ids, 4)})`,
        [error, channel, claims[0]?.lease ?? null, ...ids],
      );
    },

    async backlog() {
      const channels = await database.query<ChannelBacklog>(CHANNEL_BACKLOGS);
      const [requests] =
        await database.query<Pick<Backlog, "unannounced" | "held_since">>(REQUESTS);
      if (!requests) throw new Error("a query of counts returned no row");
      return { channels, ...requests };
    },

    async removeChannel(channel) {
      await database.query(`delete from outbox_channels where channel = $1`, [channel]);
    },

    async readReminder() {
      const [row] = await database.query<{ last: string; now: string }>(
        `select claimed_at as last, ${now} as now from reminder`,
      );
      if (!row) throw new Error("reminder has no row");
      return row;
    },

    async moveReminder(from, to) {
      const moved = await database.query(
        "update reminder set claimed_at = $2 where claimed_at = $1 returning id",
        [from, to],
      );
      return moved.length > 0;
    },
  };

  function take(channel: Channel, limit: number): Promise<Claim[]> {
    return database.query<Claim>(TAKE, [channel, limit]);
  }

  async function announceEach(channel: Channel, claims: Claim[]): Promise<Delivery[]> {
    const requests = await readClaimed<StoredRequest>(SELECTION, claims);
    return requests.map((request) => {
      const own = claims.filter(({ id }) => id === request.id);
      const announcement: Announcement = own.some(({ attempt }) => attempt > MAX_WITH_TEXTS)
        ? { kind: "digest", requests: [withoutNames(request)] }
        : { kind: "request", request };
      return { channel, announcement, claims: own };
    });
  }

  /** Reads names only: the texts of 1,000 requests may be long. */
  async function announceTogether(channel: Channel, claims: Claim[]): Promise<Delivery[]> {
    const entries = await readClaimed<DigestEntry>("id, full_name, company", claims);
    // All of them may have been erased since they were claimed.
    if (entries.length === 0) return [];
    const isRetry = claims.some(({ attempt }) => attempt > 1);
    const named = isRetry ? entries.map(withoutNames) : entries;
    return [{ channel, announcement: { kind: "digest", requests: named }, claims }];
  }

  async function readClaimed<Row extends object>(columns: string, claims: Claim[]): Promise<Row[]> {
    if (claims.length === 0) return [];
    const ids = claims.map(({ id }) => id);
    return database.query<Row>(
      `select ${columns} from data_requirements where id in (${parameters(ids)}) order by created_at, id`,
      ids,
    );
  }
}

/** How many requests a channel may announce by themselves within this time. */
const BUDGET = 20;
const BUDGET_SECONDS = 3_600;

/** Once the budget is used up, a digest follows this long after a delivery, with this many requests at most. */
const DIGEST_SECONDS = 600;
const MAX_DIGEST = 1_000;

/**
 * How often a request is announced with its texts: a mail server or a chat may reject what a stranger wrote. A
 * digest, which many share, is sent with names once.
 */
const MAX_WITH_TEXTS = 3;

/** A server that takes longer than this to deliver is considered dead. */
const LEASE_SECONDS = 60;

/** Among how many of the latest requests the backlog looks for some that no channel was queued for. */
const MAX_COUNTED = 1_000;

/** How long after its failure an attempt, which counts from 1, is followed by the next: 5, 10, 20 and so on. */
const RETRY_SECONDS = "case when attempts <= 10 then 5 << (attempts - 1) else 3600 end";

function withoutNames({ id }: DigestEntry): DigestEntry {
  return { id, full_name: "", company: "" };
}

function countOf(rows: string): string {
  return `(select cast(count(*) as integer) from (${rows}) as counted)`;
}
