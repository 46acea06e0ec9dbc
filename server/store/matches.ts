import { setTimeout } from "node:timers/promises";

import { BATCH_ROWS, type BatchQueue } from "./batch-queue.ts";
import type { Database } from "./database.ts";
import { toCondition, type RequestFilter } from "./request-filter.ts";
import { COLUMNS, readFields, type RequestRow } from "./rows.ts";
import { hasWords } from "./search.ts";

const MATCH_COLUMNS = [
  "id",
  "created_at",
  "replied_at",
  "spam_reason",
  "noted_at",
] as const satisfies readonly (keyof RequestRow)[];

/** Identifies a request in the state in which it was found: a colleague's changes change these columns. */
export type Match = Pick<RequestRow, (typeof MATCH_COLUMNS)[number]>;

/**
 * Finds requests that contain every word, in batches, so that inserts can run between two batches. Matches words in
 * JavaScript, because a SQL function would hold every text in memory.
 */
export async function findMatches(
  database: Database,
  batches: BatchQueue,
  filter: RequestFilter,
  words: readonly string[],
): Promise<Match[]> {
  const { sql, values } = toCondition(filter);
  const matches: Match[] = [];
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await batches.run(() => {
      const rows = database.query<{ rowid: number }>(
        // Avoids indexes: with an index, SQLite would sort all matches by row ID again for each batch.
        `select rowid, ${COLUMNS} from data_requirements not indexed
        where ${sql} and rowid > ? order by rowid limit ${BATCH_ROWS}`,
        [...values, after],
      );
      for (const { rowid: _, ...columns } of rows) {
        const row = readFields(columns) as RequestRow;
        if (hasWords(row, words)) matches.push(toMatch(row));
      }
      return rows.at(-1)?.rowid;
    });
  }
  return matches;
}

/** Erases matches that have not changed since they were found. Resolves to their number. */
export async function eraseMatches(
  database: Database,
  batches: BatchQueue,
  matches: readonly Match[],
): Promise<number> {
  let erased = 0;
  for (let start = 0; start < matches.length; start += BATCH_ROWS) {
    const batch = matches.slice(start, start + BATCH_ROWS);
    erased += await batches.run(() =>
      database.transaction(() =>
        batch.reduce((sum, match) => sum + eraseMatch(database, match), 0),
      ),
    );
    await setTimeout(ERASE_PAUSE_MS);
  }
  database.truncateWal();
  return erased;
}

/** Longer than most batches: SQLite polls for a lock, so without pauses the server could wait for many batches. */
const ERASE_PAUSE_MS = 10;

const IS_UNCHANGED = MATCH_COLUMNS.map((column) => `${column} is ?`).join(" and ");

function eraseMatch(database: Database, match: Match): number {
  return database.run(
    `delete from data_requirements where ${IS_UNCHANGED}`,
    MATCH_COLUMNS.map((column) => match[column]),
  );
}

function toMatch({ id, created_at, replied_at, spam_reason, noted_at }: RequestRow): Match {
  return { id, created_at, replied_at, spam_reason, noted_at };
}
