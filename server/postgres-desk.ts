import type { PostgresDatabase } from "./postgres-database.ts";
import { SELECTION } from "./postgres-row.ts";
import type { Desk, DeskRow } from "./store.ts";

export class PostgresDesk implements Desk {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async *list(): AsyncGenerator<DeskRow> {
    let after = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
    for (;;) {
      const page = await this.#database.query<DeskRow>(PAGE, after);
      for (const row of page) yield row;
      const last = page.at(-1);
      if (!last) return;
      after = [last.created_at, last.id];
    }
  }

  async count(): Promise<number> {
    const sql = "select count(*)::int as count from public.data_requirements";
    const [row] = await this.#database.query<{ count: number }>(sql);
    return row?.count ?? 0;
  }

  async erase(email: string): Promise<number> {
    const sql = `delete from public.data_requirements where lower(email) = lower($1) returning id`;
    return (await this.#database.query(sql, [email])).length;
  }

  async markReplied(email: string): Promise<number> {
    const sql = `update public.data_requirements set replied_at = now()
      where lower(email) = lower($1) and replied_at is null returning id`;
    return (await this.#database.query(sql, [email])).length;
  }
}

const PAGE = `
  select ${SELECTION}, coalesce((
    select json_agg(json_build_object('channel', channel, 'attempts', attempts,
      'delivered_at', delivered_at, 'last_error', last_error) order by channel)
    from private.outbox where requirement_id = id
  ), '[]') as deliveries
  from public.data_requirements
  where (data_requirements.created_at, id) < ($1, $2)
  order by data_requirements.created_at desc, id desc limit 500`;
