import { setTimeout } from "node:timers/promises";

import { BATCH_ROWS, type BatchQueue } from "./batch-queue.ts";
import type { Database } from "./database.ts";
import type { RequestRow } from "./rows.ts";

const MATCH_COLUMNS = [
  "id",
  "created_at",
  "replied_at",
  "spam_reason",
  "noted_at",
] as const satisfies readonly (keyof RequestRow)[];

/** Identifies a request in the state in which it was found: a colleague's changes change these columns. */
export type Match = Pick<RequestRow, (typeof MATCH_COLUMNS)[number]>;

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

export function toMatch({ id, created_at, replied_at, spam_reason, noted_at }: RequestRow): Match {
  return { id, created_at, replied_at, spam_reason, noted_at };
}
