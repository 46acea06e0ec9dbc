import { parameters, type SqlDatabase } from "./sql.ts";
import {
  FAILING_SECONDS,
  LEASE_SECONDS,
  MAX_COUNTED,
  MAX_RETRY_SECONDS,
  REMINDER_SECONDS,
  type Backlog,
  type Channel,
  type FailingChannel,
  type Outbox,
} from "./store.ts";

export function createOutbox(database: SqlDatabase): Outbox {
  const { requirements, outbox, channels, reminder, selection, fromRow } = database.dialect;
  const { now, secondsFromNow, timestamp, skipLocked } = database.dialect;

  const PENDING = "channel = $1 and delivered_at is null";
  // A server whose clock ran ahead may have scheduled retries far in the future: take those too.
  const BEYOND_MAX_RETRY = `${PENDING} and next_attempt_at > ${secondsFromNow(MAX_RETRY_SECONDS + 60)}`;
  const DUE = `${PENDING} and next_attempt_at <= ${now}`;
  const find = (condition: string) => `select 1 from ${outbox} where ${condition} limit 1`;
  const take = (condition: string) => `
    update ${outbox}
    set attempts = attempts + 1, next_attempt_at = ${secondsFromNow(LEASE_SECONDS)}
    where channel = $1 and requirement_id in (
      select requirement_id from ${outbox} where ${condition}
      order by next_attempt_at limit $2 ${skipLocked})
    returning requirement_id, attempts`;
  const CLAIMED = "requirement_id = $1 and channel = $2 and attempts = $3";
  const DELIVERED = `update ${outbox} set delivered_at = ${now}, last_error = null where ${CLAIMED}`;
  const FAILED = `
    update ${outbox} set last_error = $4, next_attempt_at = ${secondsFromNow("$5")}
    where ${CLAIMED} and delivered_at is null`;

  const UNREPLIED = "replied_at is null and held_reason is null";
  const FROM_UNDELIVERED = `from ${outbox}
    where delivered_at is null and channel in (select channel from ${channels})`;
  const BACKLOG = `
    select
      ${counted(`select 1 ${FROM_UNDELIVERED} limit ${MAX_COUNTED}`)} as undelivered,
      ${counted(`select 1 ${FROM_UNDELIVERED} and last_error is not null limit ${MAX_COUNTED}`)}
        as failing,
      (select ${timestamp("queued_at")} ${FROM_UNDELIVERED} order by queued_at limit 1) as oldest,
      ${counted(`
        select id from (
          select id from ${requirements} where ${UNREPLIED}
          order by created_at desc limit ${MAX_COUNTED}) as recent
        where not exists (select 1 from ${outbox} where requirement_id = recent.id)`)}
        as unannounced,
      ${counted(`
        select 1 from ${requirements} where ${UNREPLIED}
          and reply_due < ${now} limit ${MAX_COUNTED}`)}
        as overdue_replies`;

  const FAILING = `${FROM_UNDELIVERED} and last_error is not null
    and queued_at < ${secondsFromNow(-FAILING_SECONDS)}`;
  const CLAIM_REMINDER = `
    update ${reminder} set claimed_at = ${now}
    where claimed_at < ${secondsFromNow(-REMINDER_SECONDS)} and (
      exists (select 1 from ${requirements} where ${UNREPLIED} and reply_due < ${now})
      or exists (select 1 ${FAILING})
      or exists (
        select 1 from ${requirements} where held_reason is not null and created_at > claimed_at))
    returning id`;

  return {
    async claim(channel, limit) {
      type Claimed = { requirement_id: string; attempts: number };
      let claimed: Claimed[] = [];
      for (const condition of [DUE, BEYOND_MAX_RETRY]) {
        // Reads first, without a lock: usually nothing is due.
        if ((await database.query(find(condition), [channel])).length === 0) continue;
        claimed = await database.query<Claimed>(take(condition), [channel, limit]);
        if (claimed.length > 0) break;
      }
      if (claimed.length === 0) return [];
      const ids = claimed.map(({ requirement_id }) => requirement_id);
      const rows = await database.query<Record<string, unknown>>(
        `select ${selection} from ${requirements} where id in (${parameters(ids)})`,
        ids,
      );
      const attempts = new Map(claimed.map((each) => [each.requirement_id, each.attempts]));
      return rows.map((row) => {
        const requirement = fromRow(row);
        return { channel, attempt: attempts.get(requirement.id) ?? 1, requirement };
      });
    },

    async recordResult({ channel, attempt, requirement }, result) {
      const key = [requirement.id, channel, attempt];
      if (result.kind === "delivered") await database.query(DELIVERED, key);
      else await database.query(FAILED, [...key, result.error, result.retryInSeconds]);
    },

    async backlog() {
      type Row = Omit<Backlog, "channels" | "oldest_undelivered_seconds"> & {
        oldest: string | null;
      };
      const [row] = await database.query<Row>(BACKLOG);
      if (!row) throw new Error("a query of counts returned no row");
      const names = await database.query<{ channel: Channel }>(
        `select channel from ${channels} order by channel`,
      );
      const { oldest, ...counts } = row;
      const age = oldest === null ? 0 : (Date.now() - Date.parse(oldest)) / 1000;
      return {
        ...counts,
        channels: names.map(({ channel }) => channel),
        oldest_undelivered_seconds: Math.max(0, Math.round(age)),
      };
    },

    async removeChannel(channel) {
      await database.query(`delete from ${channels} where channel = $1`, [channel]);
    },

    failing: () =>
      database.query<FailingChannel>(
        `select channel, cast(count(*) as integer) as undelivered,
          ${timestamp("min(queued_at)")} as since, min(last_error) as last_error
        ${FAILING} group by channel order by channel`,
      ),

    async claimReminder() {
      const [last] = await database.query<{ claimed_at: string }>(
        `select ${timestamp("claimed_at")} as claimed_at from ${reminder}`,
      );
      const claimed = await database.query(CLAIM_REMINDER);
      return claimed.length > 0 ? (last?.claimed_at ?? null) : null;
    },

    async releaseReminder(claimedBefore) {
      await database.query(`update ${reminder} set claimed_at = $1`, [claimedBefore]);
    },
  };
}

function counted(rows: string): string {
  return `(select cast(count(*) as integer) from (${rows}) as counted)`;
}
