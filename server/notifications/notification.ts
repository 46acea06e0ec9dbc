import { randomUUID } from "node:crypto";

import { DESK_PATH } from "../../contract/routes.ts";
import type { FailingChannel } from "../store/outbox.ts";
import type { RequestRow } from "../store/rows.ts";

/** Only `request` has visitor text. */
export type Notification =
  | { kind: "request"; request: RequestRow }
  /** A digest: counts everything that waits, when some requests are not sent one by one. */
  | { kind: "count"; count: number }
  /** Counts suspected spam since the last announcement. */
  | { kind: "spam"; count: number }
  | Reminder
  | { kind: "probe"; url: string; problem: string }
  | { kind: "backup"; file: string; problem: string };

export type Reminder = {
  kind: "reminder";
  /** Number of overdue replies. */
  overdue: number;
  failing: FailingChannel[];
};

/** Rejects with `DeliveryFailed`, at the latest soon after the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

export type NotificationContext = { timeZone: string; deskUrl: string | null };

/**
 * The message is a code, such as "550 5.7.1, DATA" or "ECONNREFUSED", never the receiver's words: they may quote the
 * visitor.
 */
export class DeliveryFailed extends Error {
  override readonly name = "DeliveryFailed";
  /** The receiver rejected the message itself, as opposed to an outage, a failed login, a limit or greylisting. */
  readonly isContentRejected: boolean;

  constructor(
    message: string,
    { isContentRejected = false, cause }: { isContentRejected?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isContentRejected = isContentRejected;
  }
}

export const DELIVERY_TIMEOUT_MS = 25_000;

/** Null unless the desk has both a password and an origin. */
export function deskUrlOf({
  publicUrl,
  deskPassword,
}: {
  publicUrl: string | null;
  deskPassword: string | null;
}): string | null {
  return publicUrl === null || deskPassword === null ? null : publicUrl + DESK_PATH;
}

/** Stable for a request, so that receivers can drop duplicates; random for everything else. */
export function idOf(notification: Notification): string {
  return notification.kind === "request"
    ? notification.request.id
    : `${notification.kind}-${randomUUID()}`;
}
