import { BATCH_ROWS, type BatchQueue } from "./batch-queue.ts";
import type { Database } from "./database.ts";
import { COLUMNS, readFields, type RequestRow } from "./rows.ts";
import { hasWords } from "./search.ts";

/**
 * Finds the IDs of requests that contain every word, in batches, so that inserts can run between two batches. Matches
 * words in JavaScript, because a SQL function would hold every text in memory.
 */
export async function findMatches(
  database: Database,
  batches: BatchQueue,
  words: string[],
): Promise<string[]> {
  const ids: string[] = [];
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await batches.run(() => {
      const rows = database.query<{ rowid: number }>(
        // Avoids indexes: with an index, SQLite would sort all matches by row ID again for each batch.
        `select rowid, ${COLUMNS} from data_requirements not indexed
        where rowid > ? order by rowid limit ${BATCH_ROWS}`,
        [after],
      );
      for (const { rowid: _, ...columns } of rows) {
        const row = readFields(columns) as RequestRow;
        if (hasWords(row, words)) ids.push(row.id);
      }
      return rows.at(-1)?.rowid;
    });
  }
  return ids;
}
