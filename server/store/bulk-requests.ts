import { BATCH_ROWS, type BatchQueue } from "./batch-queue.ts";
import type { Database } from "./database.ts";
import { toCondition, type RequestFilter } from "./request-filter.ts";
import { COLUMNS, readFields, type RequestRow } from "./rows.ts";
import { hasWords, wordsOf } from "./search.ts";
import {
  STATE_FILTERS,
  stateOf,
  STATES,
  toFilter,
  type Matches,
  type Selection,
} from "./selection.ts";

export type BulkChange = keyof typeof CHANGES;

const CHANGES = {
  spam: "update data_requirements set spam_reason = 'flagged'",
  erase: "delete from data_requirements",
};

/** Finds and changes many requests in batches, so that inserts can run between two batches. */
export class BulkRequests {
  readonly #database: Database;
  readonly #batches: BatchQueue;

  constructor(database: Database, batches: BatchQueue) {
    this.#database = database;
    this.#batches = batches;
  }

  async find(selection: Selection, filter: RequestFilter = {}): Promise<Matches> {
    const combined = { ...filter, ...toFilter(selection) };
    return selection.kind === "search"
      ? this.#search(combined, wordsOf(selection.text))
      : this.#batches.run(() => this.#findIds(combined));
  }

  /**
   * Checks each batch again, to skip requests that were changed or replaced after they were found. Resolves to the
   * number of changed requests.
   */
  async change(change: BulkChange, matches: Matches, counted: RequestFilter): Promise<number> {
    let changed = 0;
    for (const state of STATES) {
      const ids = matches[state];
      for (let start = 0; start < ids.length; start += BATCH_ROWS) {
        const batch = ids.slice(start, start + BATCH_ROWS);
        const filter = { ...counted, ids: batch, ...STATE_FILTERS[state] };
        const { sql, values } = toCondition(filter);
        changed += await this.#batches.run(() =>
          this.#database.run(`${CHANGES[change]} where ${sql}`, values),
        );
      }
    }
    if (change === "erase") this.#database.truncateWal();
    return changed;
  }

  #findIds(filter: RequestFilter): Matches {
    const { sql, values } = toCondition(filter);
    const matches: Matches = { waiting: [], replied: [], spam: [] };
    const rows = this.#database.query<Pick<RequestRow, "id" | "replied_at" | "spam_reason">>(
      `select id, replied_at, spam_reason from data_requirements where ${sql}`,
      values,
    );
    for (const row of rows) matches[stateOf(row)].push(row.id);
    return matches;
  }

  /** Matches words in JavaScript, because a SQL function would hold every text in memory. */
  async #search(filter: RequestFilter, words: string[]): Promise<Matches> {
    const { sql, values } = toCondition(filter);
    const matches: Matches = { waiting: [], replied: [], spam: [] };
    let last: number | undefined = 0;
    while (last !== undefined) {
      const after: number = last;
      last = await this.#batches.run(() => {
        const rows = this.#database.query<{ rowid: number }>(
          // Avoids indexes: with an index, SQLite would sort all matches by row ID again for each batch.
          `select rowid, ${COLUMNS} from data_requirements not indexed
          where ${sql} and rowid > ? order by rowid limit ${BATCH_ROWS}`,
          [...values, after],
        );
        for (const { rowid: _, ...columns } of rows) {
          const row = readFields(columns) as RequestRow;
          if (hasWords(row, words)) matches[stateOf(row)].push(row.id);
        }
        return rows.at(-1)?.rowid;
      });
    }
    return matches;
  }
}
