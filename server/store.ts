import type { DataRequirement } from "../domain/data-requirement.ts";

/** The row as the database made it and the public resource returns it. */
export type StoredRequirement = { id: string; created_at: string } & DataRequirement & {
    idempotency_key: string | null;
    replied_at: string | null;
  };

export type Insertion = { kind: "stored"; row: StoredRequirement } | { kind: "duplicate" };

/** How the provider is told of a request. */
export type Channel = "webhook" | "email";

/** A request that one channel is due to tell of. `attempt` counts from 1. */
export type Delivery = { channel: Channel; attempt: number; requirement: StoredRequirement };

export type DeliveryOutcome =
  | { kind: "delivered" }
  | { kind: "failed"; error: string; retryInSeconds: number };

/** How one channel fares with one request. */
type DeliveryState = {
  channel: Channel;
  attempts: number;
  delivered_at: string | null;
  last_error: string | null;
};

/** A stored request as the desk shows it. */
export type DeskRow = StoredRequirement & { deliveries: DeliveryState[] };

export type Promises = {
  /** Requests some channel has not told of yet, those among them that failed before, and the age of the oldest. */
  undelivered: number;
  failing: number;
  oldest_undelivered_seconds: number;
  /** Requests not marked as replied after the promised time. */
  overdue_replies: number;
};

/** Counts stop here: past it the figure says no more, and counting would take long. */
export const MOST_COUNTED = 10_000;

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
  readonly desk: Desk;
  readonly outbox: Outbox;
}

/** What the provider does with stored requests. */
export interface Desk {
  /** Every request, newest first, a page in memory at a time. */
  list(): AsyncIterable<DeskRow>;
  count(): Promise<number>;
  /** Erases what an e-mail address sent, in any case of its letters; how many requests that was. */
  erase(email: string): Promise<number>;
  /** Notes that what an e-mail address sent was answered; how many requests that was. */
  markReplied(email: string): Promise<number>;
}

/** Requests the provider is yet to be told of. Every insert queues one delivery for each channel. */
export interface Outbox {
  /** From now on inserts queue for these channels, and for no other. */
  setChannels(channels: Channel[]): Promise<void>;
  /** Deliveries that are due, taken for `LEASE_SECONDS`: no other server gets them meanwhile. */
  claim(channels: Channel[], most: number): Promise<Delivery[]>;
  /** Records how a claimed delivery went, unless its lease ran out and another took it. */
  settle(delivery: Delivery, outcome: DeliveryOutcome): Promise<void>;
  promises(): Promise<Promises>;
}

/** A server that takes longer than this to deliver has died. */
export const LEASE_SECONDS = 60;

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
