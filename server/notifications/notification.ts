import { randomUUID } from "node:crypto";

import { DESK_PATH } from "../../contract/routes.ts";
import type { FailingChannel } from "../store/outbox.ts";
import type { RequestRow } from "../store/rows.ts";

/** What the provider is notified of. Only a request's own notification has what a visitor wrote. */
export type Notification =
  | { kind: "request"; request: RequestRow }
  /** A digest: how many requests wait, if some are not sent one by one. */
  | { kind: "count"; count: number }
  /** How many requests look like spam, since the last announcement. */
  | { kind: "spam"; count: number }
  | Reminder
  | { kind: "probe"; url: string; problem: string }
  | { kind: "backup"; file: string; problem: string };

export type Reminder = {
  kind: "reminder";
  /** How many replies are overdue. */
  overdue: number;
  failing: FailingChannel[];
};

/** Sends a notification. Rejects with `DeliveryFailed` when that fails, soon after the signal aborts at the latest. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

export type NotificationContext = { timeZone: string; deskUrl: string | null };

/**
 * The message is a code, such as "550 5.7.1, DATA" or "ECONNREFUSED". It never has the receiver's words: a failure
 * may quote what the visitor wrote.
 */
export class DeliveryFailed extends Error {
  override readonly name = "DeliveryFailed";
  /** The receiver works and rejects the message itself. Outages, logins, limits and greylisting are no rejection. */
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

/** The address of the desk, where there is one: it needs a password and an origin. */
export function deskUrlOf({
  publicUrl,
  deskPassword,
}: {
  publicUrl: string | null;
  deskPassword: string | null;
}): string | null {
  return publicUrl === null || deskPassword === null ? null : publicUrl + DESK_PATH;
}

/** The same for the same request, so that a receiver can drop duplicates. Others say what is the case at their time. */
export function idOf(notification: Notification): string {
  return notification.kind === "request"
    ? notification.request.id
    : `${notification.kind}-${randomUUID()}`;
}
