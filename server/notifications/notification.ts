import { randomUUID } from "node:crypto";

import type { FailingChannel } from "../../domain/channels.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import type { Config } from "../config.ts";

/** Only `request` contains visitor text. */
export type Notification =
  | { kind: "request"; request: RequestRow }
  /** Replaces `request` if a receiver for people rejected the visitor's words. */
  | ({ kind: "reference" } & Pick<RequestRow, "id" | "created_at" | "reply_due">)
  /** A digest, which counts all undelivered requests. */
  | { kind: "digest"; count: number }
  | { kind: "spam"; count: number }
  | Reminder
  | { kind: "probe"; url: string; problem: string }
  | { kind: "backup"; file: string; problem: string };

export type Reminder = {
  kind: "reminder";
  overdue: number;
  failing: FailingChannel[];
};

/** Rejects with `DeliveryFailed` if sending fails, or soon after the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

export type NotificationContext = Pick<Config, "timeZone" | "deskUrl">;

/** The message is a code such as "550 5.7.1, DATA", because the receiver's own words may quote the visitor. */
export class DeliveryFailed extends Error {
  override readonly name = "DeliveryFailed";
  /** True if the content was rejected; false for an outage, a failed login, a limit or greylisting. */
  readonly isContentRejected: boolean;

  constructor(
    message: string,
    { isContentRejected = false, cause }: { isContentRejected?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isContentRejected = isContentRejected;
  }
}

/** Limit for messages that people read. A digest counts the requests beyond this limit. */
export const MESSAGES_PER_HOUR = 60;

export const DELIVERY_TIMEOUT_MS = 25_000;

/** Returns the request's ID, so that receivers can drop duplicates. Other notifications get a random ID. */
export function idOf(notification: Notification): string {
  if (notification.kind === "request") return notification.request.id;
  if (notification.kind === "reference") return notification.id;
  return `${notification.kind}-${randomUUID()}`;
}
