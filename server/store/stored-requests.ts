import { setImmediate as nextTurn } from "node:timers/promises";

import { CERTAIN_REASONS, type HoldReason } from "../../domain/spam.ts";
import { PROVIDER_COLUMNS, SELECTION } from "./columns.ts";
import { parameters, toTimestamp, type SqlDatabase, type SqlValue } from "./sql.ts";
import type { DeliveryState, ListedRequest, RequestFilter, StoredRequests } from "./store.ts";

/** What follows `where`, with its parameters. */
type Condition = { sql: string; values: SqlValue[] };

export function createStoredRequests(database: SqlDatabase): StoredRequests {
  const { now } = database.dialect;

  return {
    async *list(filter) {
      const condition = toCondition(filter);
      // Pages, not one long read: in between SQLite can checkpoint its file, and this process respond.
      let after = ["9999-12-31T23:59:59+00:00", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
      for (;;) {
        const page = await readPage(condition, after);
        yield* page;
        const last = page.at(-1);
        if (!last) return;
        after = [last.created_at, last.id];
        await nextTurn();
      }
    },
    async count(filter) {
      const { sql, values } = toCondition(filter);
      const [row] = await database.query<{ count: number }>(
        `select cast(count(*) as integer) as count from data_requirements where ${sql}`,
        values,
      );
      return row?.count ?? 0;
    },
    async erase(filter) {
      const { sql, values } = toCondition(filter);
      const erased = await database.query(
        `delete from data_requirements where ${sql} returning id`,
        values,
      );
      await database.purge();
      return erased.length;
    },
    markReplied: (filter, via) =>
      update(
        `replied_at = coalesce(replied_at, ${now}), replied_via = coalesce(replied_via, $1)`,
        filter,
        [via],
      ),
    markUnreplied: (filter) => update("replied_at = null, replied_via = null", filter),
    // Triggers remove the notifications, or queue them again.
    hold: (filter) => update("held_reason = $1", { ...filter, state: "accepted" }, [MARKED]),
    release: (filter) => update("held_reason = null", { ...filter, state: "held" }),
    setNote: (filter, note) =>
      update(`note = $1, noted_at = ${note === null ? "null" : now}`, filter, [note]),
  };

  async function update(
    change: string,
    filter: RequestFilter,
    changeValues: SqlValue[] = [],
  ): Promise<number> {
    const { sql, values } = toCondition(filter, changeValues);
    const marked = await database.query(
      `update data_requirements set ${change} where ${sql} returning id`,
      values,
    );
    return marked.length;
  }

  function toCondition(
    { ids, reference, email, state, ...times }: RequestFilter,
    valuesBefore: SqlValue[] = [],
  ): Condition {
    const values = [...valuesBefore];
    const add = (value: SqlValue) => `$${values.push(value)}`;
    const conditions = ["true"];
    if (ids !== undefined) conditions.push(`id in (${ids.map(add).join(", ") || "null"})`);
    if (email !== undefined) {
      // Also as it is given, because SQLite's lower() folds ASCII letters only.
      conditions.push(`(lower(email) = ${add(email.toLowerCase())} or email = ${add(email)})`);
    }
    if (reference !== undefined) {
      conditions.push(`cast(id as text) like ${add(`%${reference.toLowerCase()}`)}`);
    }
    if (state === "held") {
      conditions.push(`held_reason <> ${add(PROBE)}`);
    } else if (state === "probe") {
      conditions.push(`held_reason = ${add(PROBE)}`);
    } else if (state === "certain-spam") {
      conditions.push(`held_reason in (${CERTAIN_REASONS.map(add).join(", ")})`);
    } else if (state === "guessed-spam") {
      conditions.push(`held_reason not in (${CERTAIN_REASONS.map(add).join(", ")})`);
    } else if (state !== undefined) {
      conditions.push("held_reason is null");
    }
    if (state === "unreplied") conditions.push("replied_at is null");
    if (state === "replied") conditions.push("replied_at is not null");
    const { receivedSince, receivedBefore, dueBefore } = times;
    for (const [comparison, time] of [
      ["created_at >=", receivedSince],
      ["created_at <", receivedBefore],
      ["reply_due <", dueBefore],
    ] as const) {
      if (time !== undefined) conditions.push(`${comparison} ${add(toTimestamp(time))}`);
    }
    return { sql: conditions.join(" and "), values };
  }

  async function readPage(condition: Condition, after: string[]): Promise<ListedRequest[]> {
    const { sql, values } = condition;
    const [lastTime, lastId] = [1, 2].map((place) => `$${values.length + place}`);
    const page = await database.query<Omit<ListedRequest, "deliveries">>(
      `select ${SELECTION}, ${PROVIDER_COLUMNS.join(", ")} from data_requirements
      where (created_at, id) < (${lastTime}, ${lastId}) and ${sql}
      order by created_at desc, id desc limit ${PAGE_ROWS}`,
      [...values, ...after],
    );
    if (page.length === 0) return [];
    const ids = page.map(({ id }) => id);
    const states = await database.query<DeliveryState & { requirement_id: string }>(
      `select requirement_id, channel, attempts, last_error, delivered_at
      from outbox where requirement_id in (${parameters(ids)}) order by channel`,
      ids,
    );
    const byId = Map.groupBy(states, ({ requirement_id }) => requirement_id);
    return page.map((row) => {
      const deliveries = byId.get(row.id) ?? [];
      return Object.assign(row, {
        deliveries: deliveries.map(({ channel, attempts, delivered_at, last_error }) => ({
          channel,
          attempts,
          delivered_at,
          last_error,
        })),
      });
    });
  }
}

const PAGE_ROWS = 500;

const MARKED: HoldReason = "marked";
const PROBE: HoldReason = "probe";
