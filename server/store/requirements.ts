import { parameters, type SqlDatabase } from "./sql.ts";
import type { DeliveryState, ListedRequirement, Requirements } from "./store.ts";

const PAGE_ROWS = 500;

export function createRequirements(database: SqlDatabase): Requirements {
  const { requirements, outbox, selection, fromRow, now, timestamp } = database.dialect;

  return {
    async *list() {
      // Pages, not one long read: SQLite can checkpoint its file in between.
      let after = ["9999-12-31T23:59:59+00:00", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
      for (;;) {
        const page = await readPage(after);
        yield* page;
        const last = page.at(-1);
        if (!last) return;
        after = [last.created_at, last.id];
      }
    },
    async erase(email) {
      const emails = await findEmailVariants(email);
      return eraseWhere(`email in (${parameters(emails)})`, emails);
    },
    async countOlderThan(time) {
      const [row] = await database.query<{ count: number }>(
        `select cast(count(*) as integer) as count from ${requirements} where created_at < $1`,
        [toTimestamp(time)],
      );
      return row?.count ?? 0;
    },
    eraseOlderThan: (time) => eraseWhere("created_at < $1", [toTimestamp(time)]),
    async markReplied(email) {
      const emails = await findEmailVariants(email);
      const sql = `update ${requirements} set replied_at = ${now}
        where email in (${parameters(emails)}) and replied_at is null returning id`;
      return (await database.query(sql, emails)).length;
    },
  };

  async function readPage(after: string[]): Promise<ListedRequirement[]> {
    const rows = await database.query<Record<string, unknown>>(
      `select ${selection} from ${requirements}
      where (data_requirements.created_at, data_requirements.id) < ($1, $2)
      order by data_requirements.created_at desc, data_requirements.id desc limit ${PAGE_ROWS}`,
      after,
    );
    const page = rows.map(fromRow);
    if (page.length === 0) return [];
    const ids = page.map(({ id }) => id);
    const states = await database.query<DeliveryState & { requirement_id: string }>(
      `select requirement_id, channel, attempts, last_error,
        ${timestamp("delivered_at")} as delivered_at
      from ${outbox} where requirement_id in (${parameters(ids)}) order by channel`,
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

  /** An address in any case of its letters; databases fold non-ASCII letters differently. */
  async function findEmailVariants(email: string): Promise<string[]> {
    const folded = fold(email);
    const pattern = folded.replaceAll(/[\\%_]/g, "\\$&").replaceAll(/[^ -~]+/g, "%");
    const rows = await database.query<{ email: string }>(
      `select distinct email from ${requirements} where lower(email) like $1 escape '\\'`,
      [pattern],
    );
    return rows.map((row) => row.email).filter((each) => fold(each) === folded);
  }

  async function eraseWhere(condition: string, values: string[]): Promise<number> {
    const sql = `delete from ${requirements} where ${condition} returning id`;
    const erased = (await database.query(sql, values)).length;
    await database.purge();
    return erased;
  }
}

function fold(email: string): string {
  return email.normalize("NFC").toLowerCase();
}

/** As PostgREST prints a `timestamptz` in UTC: its text order is its time order. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "+00:00");
}
