import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { RequestRow } from "../domain/request-row.ts";
import { databaseFile } from "../server/config.ts";
import { readFields } from "../server/store/rows.ts";
import { RequestStore, type StoreOptions } from "../server/store/store.ts";

export function createDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "site-data-"));
  const file = databaseFile(folder);
  const stores: RequestStore[] = [];
  return {
    folder,
    file,
    open(options: StoreOptions = {}): RequestStore {
      const store = new RequestStore(file, options);
      stores.push(store);
      return store;
    },
    async remove() {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the stored rows of a database file, oldest first. */
export function readRows(file: string): RequestRow[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const rows = database.prepare("select * from data_requirements order by rowid").all();
  database.close();
  return rows.map((row) => readFields(row) as RequestRow);
}
