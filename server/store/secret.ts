import { randomBytes } from "node:crypto";

import type { SqlDatabase } from "./sql.ts";
import type { RequestStore } from "./store.ts";

/** The secret of all servers on a database, which its schema has created. */
export function createSecret(
  database: SqlDatabase,
): Pick<RequestStore, "readSecret" | "rotateSecret"> {
  const { serverSecret } = database.dialect;
  return {
    async readSecret() {
      const [row] = await database.query<{ value: string }>(`select value from ${serverSecret}`);
      if (!row) throw new Error(`${serverSecret} has no row`);
      return row.value;
    },
    async rotateSecret() {
      const value = randomBytes(32).toString("hex");
      await database.query(`update ${serverSecret} set value = $1`, [value]);
    },
  };
}
