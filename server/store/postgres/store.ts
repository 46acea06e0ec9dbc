import { toHeaders } from "../../../domain/spam.ts";
import { createOutbox } from "../outbox.ts";
import { createRequirements } from "../requirements.ts";
import { StoreUnavailable, type RequirementStore, type StoredRequirement } from "../store.ts";
import type { PostgresAddress } from "./address.ts";
import { PostgresDatabase, type PostgresOptions } from "./database.ts";

/** Stores requests in PostgreSQL, which any number of servers may share. */
export function openPostgresStore(
  address: PostgresAddress,
  options: PostgresOptions = {},
): RequirementStore {
  const { location } = address;
  const database = new PostgresDatabase(address, options);
  const listeners: (() => void)[] = [];

  return {
    location,
    requirements: createRequirements(database),
    outbox: createOutbox(database),

    async insert(requirement, idempotencyKey, formUse) {
      // As PostgREST exposes a request's headers.
      const headers = { "idempotency-key": idempotencyKey, ...(formUse && toHeaders(formUse)) };
      const [result] = await database.queryForVisitor<{ stored: StoredRequirement | null }>(
        "select private.insert_requirement($1, $2) as stored",
        [JSON.stringify(requirement), JSON.stringify(headers)],
      );
      if (!result?.stored) return { kind: "duplicate" };
      for (const listener of listeners) listener();
      return { kind: "stored", row: result.stored };
    },
    onStored: (listener) => void listeners.push(listener),

    async check() {
      const [row] = await database.query<{ writable: boolean }>(CHECK);
      if (row?.writable) return;
      throw new StoreUnavailable(`${location}: it is read-only now.`, {});
    },

    close: () => database.close(),
  };
}

/** Reads every table that an insert needs. */
const CHECK = `select current_setting('transaction_read_only') = 'off' as writable
  from (values (1)) as one
  left join (select from public.data_requirements limit 1) as requirement on true
  left join (select from private.outbox limit 1) as delivery on true`;
