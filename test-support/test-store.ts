import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { databaseFile } from "../server/store/database.ts";
import { RequestStore, type StoreOptions } from "../server/store/store.ts";

/** A data folder of its own, with the stores that are opened in it. */
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
    remove() {
      for (const store of stores) store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
