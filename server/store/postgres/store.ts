import { createOutbox } from "../outbox.ts";
import { createRequirements } from "../requirements.ts";
import {
  StoreUnavailable,
  type InsertResult,
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
      const insert = { requirement, idempotencyKey, ...Promise.withResolvers<InsertResult>() };
      waiting.add(insert);
      void send(insert);
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

  /**
   * Sends `own`, unless another call has taken it before, once a connection is free: alone, or with
   * others that wait.
   */
  async function send(own: QueuedInsert, alone = false): Promise<void> {
    let batch: QueuedInsert[] = [];
    try {
      const rows = await database.queryForVisitor<InsertedRow>(INSERT, () => {
        if (batch.length === 0) batch = alone ? [own] : takeBatch(own);
        return batch.length > 0 ? [toJson(batch)] : undefined;
      });
      const stored = new Map(rows.map((row) => [row.index, row.stored]));
      for (const [index, { resolve }] of batch.entries()) {
        const row = stored.get(index);
        resolve(row ? { kind: "stored", row } : { kind: "duplicate" });
      }
      if (rows.length > 0) for (const listener of listeners) listener();
    } catch (error) {
      if (batch.length > 1 && !(error instanceof StoreUnavailable)) {
        // The statement stored none of them; only the one that it cannot store must fail.
        await Promise.all(batch.map((insert) => send(insert, true)));
      } else {
        // Without a connection nothing was taken: only this call's own insert, if still unsent, fails.
        if (batch.length === 0 && (alone || waiting.delete(own))) batch = [own];
        for (const { reject } of batch) reject(error);
      }
    }
  }

  /** Its own first: an insert that no call takes would never be settled. */
  function takeBatch(own: QueuedInsert): QueuedInsert[] {
    const first = waiting.delete(own) ? [own] : [];
    const batch = [...first, ...waiting].slice(0, MAX_BATCH);
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
