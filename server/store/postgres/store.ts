import { createOutbox } from "../outbox.ts";
import { createRequirements } from "../requirements.ts";
import { StoreUnavailable, type RequestStore, type StoredRequirement } from "../store.ts";
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
  const listeners: (() => void)[] = [];

  return {
    location,
    requirements: createRequirements(database),
    outbox: createOutbox(database),

    async insert(requirement, idempotencyKey) {
      type Row = { [Column in keyof StoredRequirement]: StoredRequirement[Column] | null };
      const values = [JSON.stringify(requirement), idempotencyKey];
      const [row] = await database.queryForVisitor<Row>(INSERT, values);
      // The key was used: nothing was inserted, and every column is null.
      if (!row || row.id === null) return { kind: "duplicate" };
      for (const listener of listeners) listener();
      return { kind: "stored", row: row as StoredRequirement };
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

const INSERT = `select ${postgresDialect.selection} from private.store_requirement($1, $2)`;

const CHECK = `select current_setting('transaction_read_only') = 'off' as writable
  from (select from public.data_requirements limit 1) as any_row
  right join (values (1)) as one on true`;
