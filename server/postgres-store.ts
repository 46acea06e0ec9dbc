import type { DataRequirement } from "../domain/data-requirement.ts";
import { PostgresDatabase } from "./postgres-database.ts";
import { PostgresDesk } from "./postgres-desk.ts";
import { PostgresOutbox } from "./postgres-outbox.ts";
import { SELECTION } from "./postgres-row.ts";
import {
  StoreUnavailable,
  type Insertion,
  type RequestStore,
  type StoredRequirement,
} from "./store.ts";

/** Requests in PostgreSQL, which any number of servers may share. */
export class PostgresStore implements RequestStore {
  readonly place: string;
  readonly desk: PostgresDesk;
  readonly outbox: PostgresOutbox;
  readonly #database: PostgresDatabase;

  constructor(url: string) {
    this.#database = new PostgresDatabase(url);
    this.place = this.#database.place;
    this.desk = new PostgresDesk(this.#database);
    this.outbox = new PostgresOutbox(this.#database);
  }

  async insert(requirement: DataRequirement, idempotencyKey: string | null): Promise<Insertion> {
    try {
      const values = [JSON.stringify(requirement), idempotencyKey];
      const [row] = await this.#database.query<StoredRequirement>(INSERT, values);
      if (row) return { kind: "stored", row };
      throw new Error("the insert returned no row");
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { kind: "duplicate" };
      throw error;
    }
  }

  async check(): Promise<void> {
    const [row] = await this.#database.query<{ writable: boolean }>(CHECK);
    if (row?.writable) return;
    throw new StoreUnavailable(`${this.place}: it is read-only now.`, {});
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

const INSERT = `select ${SELECTION} from private.store_requirement($1, $2)`;

const CHECK = `select current_setting('transaction_read_only') = 'off' as writable
  from (select from public.data_requirements limit 1) as any_row
  right join (values (1)) as one on true`;

const UNIQUE_VIOLATION = "23505";
