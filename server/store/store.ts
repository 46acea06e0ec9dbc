import type { DataRequirement } from "../../domain/data-requirement.ts";
import type { Note } from "../../domain/note.ts";
import type { FormUse } from "../../domain/spam.ts";

/** The row, as an insert gives it back; hosted backends add what is the provider's. */
export type StoredRequest = { id: string; created_at: string } & DataRequirement & {
    idempotency_key: string | null;
    /** When the reply is due. Set at insert: a later change of the promise does not move it. */
    reply_due: string;
    replied_at: string | null;
    /** How the provider said so: by `npm run requests`, or by the link in a notification. */
    replied_via: "command" | "link" | null;
  };

/** How the provider is notified of a request. */
export type Channel = "webhook" | "email";

/**
 * What a notification announces: a request with its texts, or a digest of several, the oldest first. One whose
 * texts were rejected is a digest by itself.
 */
export type Announcement =
  | { kind: "request"; request: StoredRequest }
  | { kind: "digest"; requests: DigestEntry[] };

/** Its names are empty once an attempt with them has failed. */
export type DigestEntry = Pick<StoredRequest, "id" | "full_name" | "company">;

/** One notification that is due. */
export type Delivery = {
  channel: Channel;
  announcement: Announcement;
  /**
   * Each request that is announced, the number of this attempt, from 1 on, and the time at which its claim
   * ends. Requests that are claimed together share that time; it also identifies the claim.
   */
  claims: { id: string; attempt: number; lease: string }[];
};

export type DeliveryResult = { kind: "delivered" } | { kind: "failed"; error: string };

/** The state of one channel's notification of one request. */
export type DeliveryState = {
  channel: Channel;
  attempts: number;
  delivered_at: string | null;
  last_error: string | null;
};

/** A stored request as the provider reads it: in lists, by its link, and in reminders. */
export type ListedRequest = StoredRequest & {
  /** Why it is held: a `HoldReason`, or what somebody wrote into the database. */
  held_reason: string | null;
  /** What the provider's people note for each other, and when. */
  note: Note;
  noted_at: string | null;
  deliveries: DeliveryState[];
};

/** Pending work. */
export type Backlog = {
  /** The channels that new requests are queued for, on any server. */
  channels: ChannelBacklog[];
  /** Requests without a reply that no channel was ever queued for, among the latest 1,000. */
  unannounced: number;
  /** When the oldest of the held requests came. */
  held_since: string | null;
};

/** The notifications that a channel has not delivered yet. */
export type ChannelBacklog = {
  channel: Channel;
  undelivered: number;
  /** How many of them have failed before, when the oldest of these was queued, and why one of them failed. */
  failed: number;
  since: string | null;
  last_error: string | null;
  /** When the one that has waited longest for a server to claim it was due. */
  due_since: string | null;
};

/**
 * Stores requests. Every method rejects with `StoreUnavailable` while the database cannot be used,
 * and works again once it can.
 */
export interface RequestStore {
  /** For messages: a path, or a database and host; no password. */
  readonly location: string;
  /**
   * Resolves to the row once it is on disk, or to null for a key that was used, which stores nothing.
   * `formUse` is null when no form sent the request.
   */
  insert(
    requirement: DataRequirement,
    idempotencyKey: string | null,
    formUse: FormUse | null,
  ): Promise<StoredRequest | null>;
  /** Rejects unless the table has what the domain has, and says what a migration needs. */
  checkTable(): Promise<void>;
  /** Tries an insert and takes it back: resolves when one would succeed now. */
  check(): Promise<void>;
  close(): Promise<void>;
  /** What signs the links in notifications, and the keys of forms that are sent without script. */
  readSecret(): Promise<string>;
  /** Ends what was signed before. */
  rotateSecret(): Promise<void>;
  readonly requests: StoredRequests;
  readonly outbox: Outbox;
}

/** The provider's operations on stored requests. Methods that change rows return how many. */
export interface StoredRequests {
  /** Newest first, with one page in memory at a time. */
  list(filter: RequestFilter): AsyncIterable<ListedRequest>;
  count(filter: RequestFilter): Promise<number>;
  erase(filter: RequestFilter): Promise<number>;
  /** The time of the first reply stays when a request is marked again. */
  markReplied(filter: RequestFilter, via: "command" | "link"): Promise<number>;
  markUnreplied(filter: RequestFilter): Promise<number>;
  /** Holds as spam, and drops notifications that are not delivered yet. */
  hold(filter: RequestFilter): Promise<number>;
  /** Announces what was held. */
  release(filter: RequestFilter): Promise<number>;
  /** Replaces the note. */
  setNote(filter: RequestFilter, note: Note): Promise<number>;
}

/** Requests that match everything given; an empty filter matches all. */
export type RequestFilter = {
  ids?: readonly string[];
  reference?: string;
  /** In any case of its letters. */
  email?: string;
  /**
   * `probe` is what `npm run probe` sent. `held` is everything else that is held as spam; of it, `guessed-spam` is
   * what a rule guessed. `certain-spam` is the rest of it, and what the probe sent. The other states have nothing
   * that is held.
   */
  state?: "accepted" | "unreplied" | "replied" | "held" | "guessed-spam" | "certain-spam" | "probe";
  /** In milliseconds since 1970. */
  receivedSince?: number;
  receivedBefore?: number;
  dueBefore?: number;
};

/** Pending notifications. Every insert that is not held queues one for each channel. */
export interface Outbox {
  /**
   * Claims what a channel is to send now, for a minute in which no other server gets it. While what was
   * delivered within the last hour and what is due are at most 20 requests, each is announced by itself, up to
   * `limit` at a time. Otherwise all that are due become one digest, 10 minutes after the last delivery, or
   * when there are 1,000.
   */
  claim(channel: Channel, limit: number): Promise<Delivery[]>;
  /**
   * A failed delivery is due again after 5 seconds, then after twice as long each time, up to an hour.
   * Changes nothing once another server has claimed it.
   */
  recordResult(delivery: Delivery, result: DeliveryResult): Promise<void>;
  backlog(): Promise<Backlog>;
  /** Stops queueing for a channel, until a server that is configured with it starts. */
  removeChannel(channel: Channel): Promise<void>;
  /** When the last reminder was sent, or 1970, and the time now, by the database's clock. */
  readReminder(): Promise<{ last: string; now: string }>;
  /**
   * Changes when the last reminder was sent: to claim the next one, or back, because it could not be sent.
   * Resolves to false where another server has changed it before.
   */
  moveReminder(from: string, to: string): Promise<boolean>;
}

export type StoreOptions = {
  /** Channels that new requests are queued for, besides those in the database. */
  channels?: readonly Channel[];
  /** The server by default. The admin command changes no schema, and its statements may take longer. */
  user?: "server" | "admin";
  /** Called with a sentence for the operator when the database is not the one used before. */
  warn?: (sentence: string) => void;
};

/** The database cannot be used now. The message is one sentence: why, and what to do. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** False when only a change of settings or permissions helps, so that waiting is useless. */
  readonly transient: boolean;

  constructor(
    message: string,
    { transient = true, cause }: { transient?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.transient = transient;
  }
}
