import type { DataRequirement } from "../domain/data-requirement.ts";

/** The row as the database made it and the public resource returns it. */
export type StoredRequirement = { id: string; created_at: string } & DataRequirement & {
    idempotency_key: string | null;
    replied_at: string | null;
  };

export type Insertion = { kind: "stored"; row: StoredRequirement } | { kind: "duplicate" };

/**
 * Where requests are kept. Every method rejects with `StoreUnavailable` while the database cannot
 * be used, and works again by itself once it can.
 */
export interface RequestStore {
  /** Where requests are, in words for people: a path, or a database and host; no password. */
  readonly place: string;
  /** Resolves once the row is on disk, and not before; a used key stores nothing. */
  insert(requirement: DataRequirement, idempotencyKey: string | null): Promise<Insertion>;
  /** Resolves when a row could be written now. */
  check(): Promise<void>;
  close(): Promise<void>;

  /** Every request, newest first, a page in memory at a time. */
  list(): AsyncIterable<StoredRequirement>;
  count(): Promise<number>;
  /** Erases what an e-mail address sent, in any case of its letters; how many requests that was. */
  erase(email: string): Promise<number>;
  /** Notes that what an e-mail address sent was answered; how many requests that was. */
  markReplied(email: string): Promise<number>;
}

/** The database cannot be used now. The message is one sentence that says why, and what to do. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** False when nothing but a changed setting or permission will help: not worth waiting for. */
  readonly passing: boolean;

  constructor(message: string, { passing = true, cause }: { passing?: boolean; cause?: unknown }) {
    super(message, { cause });
    this.passing = passing;
  }
}
