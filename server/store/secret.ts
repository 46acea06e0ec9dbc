import { randomBytes } from "node:crypto";

import type { SqlDatabase } from "./sql.ts";
import type { RequestStore } from "./store.ts";

/** The secret of all servers on a database, which its schema has created. */
export function createSecret(
  database: SqlDatabase,
): Pick<RequestStore, "readSecret" | "rotateSecret"> {
  return {
    async readSecret() {
      const [row] = await database.query<{ value: string }>("select value from server_secret");
      if (!row) throw new Error("server_secret has no row");
      return row.value;
    },
    async rotateSecret() {
      const value = randomBytes(32).toString("hex");
      await database.query("update server_secret set value = $1", [value]);
    },
  };
}
