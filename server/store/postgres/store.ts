import { findHoldReason } from "../../../domain/spam.ts";
import { insertStatement, insertValues } from "../insert.ts";
import { createOutbox } from "../outbox.ts";
import { createSecret } from "../secret.ts";
import type { RequestStore, StoredRequest } from "../store.ts";
import { createStoredRequests } from "../stored-requests.ts";
import { checkTable, tryInsert } from "../table-check.ts";
import type { PostgresAddress } from "./address.ts";
import { PostgresDatabase, type PostgresOptions } from "./database.ts";
import { postgresDialect } from "./dialect.ts";

/** Requests in PostgreSQL, which any number of servers may share. */
export function openPostgresStore(
  address: PostgresAddress,
  options: PostgresOptions = {},
): RequestStore {
  const { location } = address;
  const database = new PostgresDatabase(address, options);
  return {
    location,
    requests: createStoredRequests(database),
    outbox: createOutbox(database),
    ...createSecret(database),

    async insert(requirement, idempotencyKey, formUse) {
      const reason = findHoldReason(requirement, formUse);
      const values = insertValues(requirement, idempotencyKey, reason);
      const [row] = await database.query<StoredRequest>(INSERT, values);
      return row ?? null;
    },

    checkTable: () => checkTable(database, location),
    check: () => tryInsert(database),
    close: () => database.close(),
  };
}

const INSERT = insertStatement(postgresDialect);
