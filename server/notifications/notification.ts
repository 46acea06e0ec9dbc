import { createHash, randomUUID } from "node:crypto";

import type { Announcement, Channel, ListedRequest } from "../store/store.ts";

/**
 * What the provider is told: which requests came; what is overdue or held, or which channel fails; or that nobody
 * may be able to send.
 */
export type Notification =
  | Announcement
  | { kind: "reminder"; reminder: Reminder }
  /** `npm run probe` has found problems at a URL, one sentence each. */
  | { kind: "probe"; url: string; problems: string[] };

export type Reminder = {
  /** The first of the overdue requests and of those held as spam, and how many there are of each. */
  overdue: ListedRequest[];
  overdueCount: number;
  held: ListedRequest[];
  heldCount: number;
  failing: FailingChannel[];
};

/** A channel whose notifications have failed for an hour. */
export type FailingChannel = {
  channel: Channel;
  /** How many of its notifications have failed and are not delivered yet. */
  failed: number;
  /** When the oldest of them was queued. */
  since: string;
  /** Why one of them failed. */
  last_error: string;
};

/** Sends a notification; rejects when that fails, or soon after the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

/** What the provider needs to read it: a time zone, and links to a request and to the list, if there are links. */
export type NotificationContext = {
  timeZone: string;
  links: { toRequest: (reference: string) => string; toList: string } | null;
};

/** Read for each notification, since links are signed with a secret that may change. */
export type ReadContext = () => Promise<NotificationContext>;

/** How many requests a digest or a reminder lists. */
export const MAX_LISTED = 20;

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
