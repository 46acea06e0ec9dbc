import { COLUMNS } from "./columns.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { fromJson, fromRow, toTimestamp } from "./sqlite-row.ts";
import type { Desk, DeskRow } from "./store.ts";

export class SqliteDesk implements Desk {
  readonly #database: SqliteDatabase;
  readonly #now: () => number;

  constructor(database: SqliteDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async *list(): AsyncGenerator<DeskRow> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      // Pages, not one long read: the file can be checkpointed between them.
      const page = this.#database.use(({ prepare }) => prepare(PAGE).all(before));
      if (page.length === 0) return;
      for (const row of page) {
        before = Number(row["sequence"]);
        yield { ...fromRow(row), deliveries: fromJson(row["deliveries"]) as DeskRow["deliveries"] };
      }
    }
  }

  async count(): Promise<number> {
    const sql = "select count(*) as count from data_requirements";
    return this.#database.use(({ prepare }) => Number(prepare(sql).get()?.["count"]));
  }

  async erase(email: string): Promise<number> {
    const sql = "delete from data_requirements where email = ? collate nocase";
    const erased = this.#database.transaction(({ prepare }) => prepare(sql).run(email).changes);
    // What was erased must not live on in the log of changes.
    this.#database.use(({ database }) => database.exec("pragma wal_checkpoint(truncate)"));
    return Number(erased);
  }

  async markReplied(email: string): Promise<number> {
    const sql = `update data_requirements set replied_at = ?
      where email = ? collate nocase and replied_at is null`;
    const now = toTimestamp(this.#now());
    return this.#database.transaction(({ prepare }) =>
      Number(prepare(sql).run(now, email).changes),
    );
  }
}

const PAGE = `
  select sequence, ${COLUMNS.join(", ")}, (
    select json_group_array(json_object('channel', channel, 'attempts', attempts,
      'delivered_at', delivered_at, 'last_error', last_error))
    from outbox where requirement_id = data_requirements.id
  ) as deliveries
  from data_requirements where sequence < ? order by sequence desc limit 500`;
