import { DatabaseSync } from "node:sqlite";

import { readFields, type RequestRow } from "../server/store/rows.ts";

/** A row with everything that the file has. */
export type StoredRow = RequestRow & { idempotency_key: string | null };

/** Everything in a database file, also what the probe sent, in the order in which it was stored. */
export function readRows(file: string): StoredRow[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const rows = database.prepare("select * from data_requirements order by created_at, id").all();
  database.close();
  return rows.map((row) => readFields(row) as StoredRow);
}
