import type { SQLOutputValue } from "node:sqlite";

import { COLUMNS } from "./columns.ts";
import type { StoredRequirement } from "./store.ts";

type Row = Record<string, SQLOutputValue>;

/** A row of data_requirements as SQLite gives it: its list is JSON text there. */
export function fromRow(row: Row): StoredRequirement {
  const columns = COLUMNS.map((column) => [column, row[column]]);
  const hardware_setup = fromJson(row["hardware_setup"]);
  return { ...Object.fromEntries(columns), hardware_setup } as StoredRequirement;
}

export function fromJson(text: SQLOutputValue | undefined): unknown {
  return typeof text === "string" ? JSON.parse(text) : null;
}

/** As PostgREST prints a `timestamptz` in UTC: as text, earlier sorts before later. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "+00:00");
}
