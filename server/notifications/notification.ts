import { createHash, randomUUID } from "node:crypto";

import { DESK_PATH } from "../../contract/addresses.ts";
import type { Backlog } from "../store/outbox.ts";
import type { Channel, RequestRow } from "../store/rows.ts";

/** What the provider is notified of. */
export type Notification =
  | { kind: "request"; request: RequestRow }
  /** Several requests that came in a short time, or some whose texts were rejected. */
  | { kind: "digest"; requests: NamedRequest[] }
  | { kind: "reminder"; reminder: Reminder }
  /** `npm run probe` has found a problem at a URL. */
  | { kind: "probe"; url: string; problem: string };

/** A request in a list. Its names are empty once a receiver has rejected them. */
export type NamedRequest = Pick<RequestRow, "id" | "full_name" | "company">;

export type Reminder = {
  overdue: SomeRequests;
  /** What came in the last two days. */
  spam: SomeRequests;
  failing: (Backlog & { channel: Channel })[];
};

/** The first of them, and how many there are. */
type SomeRequests = { rows: RequestRow[]; count: number };

/**
 * Sends a notification. Rejects when that fails, with `ContentRejected` if the receiver does not want this
 * content, or soon after the signal aborts.
 */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

/** What a notification is written with: a time zone, and the address of the desk, if it can be reached. */
export type NotificationContext = { timeZone: string; deskUrl: string | null };

/** The receiver rejects what is in the notification, so that it would reject it again. */
export class ContentRejected extends Error {
  override readonly name = "ContentRejected";
}

/** How many requests a notification names. */
export const MAX_LISTED = 20;

/** The address of the desk, where there is one: it needs a password and an origin. */
export function deskUrlOf({
  publicUrl,
  adminPassword,
}: {
  publicUrl: string | null;
  adminPassword: string | null;
}): string | null {
  return publicUrl === null || adminPassword === null ? null : publicUrl + DESK_PATH;
}

/**
 * The same for the same requests, so that a receiver can drop duplicates. That of one request is its own, with its
 * texts or without.
 */
export function idOf(notification: Notification): string {
  switch (notification.kind) {
    case "request":
      return notification.request.id;
    case "digest": {
      const ids = notification.requests.map(({ id }) => id);
      const [first, ...others] = ids;
      if (first !== undefined && others.length === 0) return first;
      return `digest-${createHash("sha256").update(ids.join()).digest("hex")}`;
    }
    case "reminder":
    case "probe":
      // Each says what is the case at its time.
      return `${notification.kind}-${randomUUID()}`;
  }
}
