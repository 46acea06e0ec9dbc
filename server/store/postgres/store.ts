import { createOutbox } from "../outbox.ts";
import { createRequirements } from "../requirements.ts";
import {
  StoreUnavailable,
  type Insertion,
  type QueuedInsert,
  type RequestStore,
  type StoredRequirement,
} from "../store.ts";
import type { PostgresAddress } from "./address.ts";
import { PostgresDatabase, type PostgresOptions } from "./database.ts";

/**
 * Stores requests in PostgreSQL, which any number of servers may share. Inserts that wait for a
 * connection share one statement, which stores all of them or none.
 */
export function openPostgresStore(
  address: PostgresAddress,
  options: PostgresOptions = {},
): RequestStore {
  const { location } = address;
  const database = new PostgresDatabase(address, options);
  const listeners: (() => void)[] = [];
  /** Inserts that no statement contains yet. */
  const waiting = new Set<QueuedInsert>();

  return {
    location,
    requirements: createRequirements(database),
    outbox: createOutbox(database),

    insert(requirement, idempotencyKey) {
      const insert = { requirement, idempotencyKey, ...Promise.withResolvers<Insertion>() };
      waiting.add(insert);
      void send(insert, takeWaiting);
      return insert.promise;
    },
    onStored: (listener) => void listeners.push(listener),

    async check() {
      const [row] = await database.query<{ writable: boolean }>(CHECK);
      if (row?.writable) return;
      throw new StoreUnavailable(`${location}: it is read-only now.`, {});
    },

    close: () => database.close(),
  };

  /** Sends a batch, taken once a connection is free: with `own`, unless another took that before. */
  async function send(own: QueuedInsert, takeBatch: () => QueuedInsert[]): Promise<void> {
    let batch: QueuedInsert[] = [];
    try {
      const rows = await database.queryForVisitor<InsertedRow>(INSERT, () => {
        if (batch.length === 0) batch = takeBatch();
        return batch.length > 0 ? [toJson(batch)] : undefined;
      });
      for (const { index, stored } of rows) batch[index]?.resolve({ kind: "stored", row: stored });
      // A promise is resolved once: these have a key that was used.
      for (const { resolve } of batch) resolve({ kind: "duplicate" });
      if (rows.length > 0) for (const listener of listeners) listener();
    } catch (error) {
      if (batch.length > 1 && !(error instanceof StoreUnavailable)) {
        // The statement stored none of them; only the one that it cannot store must fail.
        await Promise.all(batch.map((insert) => send(insert, () => [insert])));
      } else {
        const unsent = waiting.delete(own) ? [own] : [];
        for (const { reject } of [...batch, ...unsent]) reject(error);
      }
    }
  }

  function takeWaiting(): QueuedInsert[] {
    const batch = [...waiting].slice(0, MAX_BATCH);
    for (const insert of batch) waiting.delete(insert);
    return batch;
  }
}

type InsertedRow = { index: number; stored: StoredRequirement };

const MAX_BATCH = 50;

const INSERT = "select index::integer, stored from private.insert_requirements($1)";

function toJson(batch: QueuedInsert[]): string {
  const inserts = batch.map(({ requirement, idempotencyKey: key }) => ({ requirement, key }));
  return JSON.stringify(inserts);
}

/** Reads every table that an insert needs. */
const CHECK = `select current_setting('transaction_read_only') = 'off' as writable
  from (values (1)) as one
  left join (select from public.data_requirements limit 1) as requirement on true
  left join (select from private.outbox limit 1) as delivery on true`;
