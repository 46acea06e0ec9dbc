import { HOUR_MS } from "../../domain/durations.ts";
import type { Log } from "../log.ts";
import type { Outbox } from "../store/outbox.ts";
import type { RequestRow } from "../store/rows.ts";
import type { OpenChannel } from "./channels.ts";
import {
  DELIVERY_TIMEOUT_MS,
  DeliveryFailed,
  MESSAGES_PER_HOUR,
  type Notification,
} from "./notification.ts";

type DeliveryContext = {
  outbox: Outbox;
  findRequest: (id: string) => RequestRow | undefined;
  log: Log;
  /** Returns milliseconds. */
  monotonicNow: () => number;
  /** Interrupts the current delivery, which the next start repeats, and prevents further ones. */
  stopping: AbortSignal;
};

/**
 * Sends a channel's notifications: one per request up to the limits, a digest beyond them, and counts of spam.
 */
export class ChannelDelivery {
  readonly #channel: OpenChannel;
  readonly #context: DeliveryContext;
  /** Times of the last messages, at most MESSAGES_PER_HOUR of them. */
  #deliveredAt: number[] = [];
  #digestAt = -Infinity;
  /** Limits counts of spam to one attempt an hour. */
  #spamAttemptedAt = -Infinity;

  constructor(channel: OpenChannel, context: DeliveryContext) {
    this.#channel = channel;
    this.#context = context;
  }

  /** Delivers due requests until an attempt fails, and then a digest and a count of spam if they are due. */
  async deliverDue(): Promise<void> {
    const { monotonicNow } = this.#context;
    await this.#deliverEach();
    const hourAgo = monotonicNow() - HOUR_MS;
    if (this.#isLimited() && this.#digestAt <= hourAgo) await this.#deliverDigest();
    if (this.#spamAttemptedAt <= hourAgo) await this.#announceSpam();
  }

  async #deliverEach(): Promise<void> {
    const { outbox, findRequest, monotonicNow } = this.#context;
    const { channel } = this.#channel;
    while (!this.#isLimited()) {
      const id = outbox.claimNext(channel);
      if (id === null) return;
      const request = findRequest(id);
      if (!request || !(await this.#deliver({ kind: "request", request }, [id]))) return;
      this.#deliveredAt = [...this.#deliveredAt, monotonicNow()].slice(-MESSAGES_PER_HOUR);
    }
  }

  /** Protects mailboxes and chats from a flood of requests. */
  #isLimited(): boolean {
    const first = this.#deliveredAt.at(-MESSAGES_PER_HOUR) ?? -Infinity;
    const hourAgo = this.#context.monotonicNow() - HOUR_MS;
    return this.#channel.channel !== "webhook" && first > hourAgo;
  }

  /** Sends only the number of undelivered requests. */
  async #deliverDigest(): Promise<void> {
    const { outbox, monotonicNow } = this.#context;
    const ids = outbox.claimAll(this.#channel.channel);
    if (ids.length === 0) return;
    const isDelivered = await this.#deliver({ kind: "digest", count: ids.length }, ids);
    if (isDelivered) this.#digestAt = monotonicNow();
  }

  /** Announces only the number of spam requests. */
  async #announceSpam(): Promise<void> {
    const { outbox, monotonicNow } = this.#context;
    const { channel } = this.#channel;
    const ids = outbox.findUncountedSpam(channel);
    if (ids.length === 0) return;
    this.#spamAttemptedAt = monotonicNow();
    const isDelivered = await this.#deliver({ kind: "spam", count: ids.length }, []);
    if (isDelivered) outbox.recordSpamCounted(channel, ids);
  }

  async #deliver(notification: Notification, ids: string[]): Promise<boolean> {
    const { outbox, log, stopping } = this.#context;
    const { channel, send } = this.#channel;
    if (stopping.aborted) return false;
    const facts = { channel, kind: notification.kind, request: ids[0], requests: ids.length };
    const deadline = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
    try {
      await send(notification, AbortSignal.any([stopping, deadline]));
    } catch (error) {
      if (stopping.aborted) return false;
      if (!(error instanceof DeliveryFailed)) {
        outbox.recordUndelivered(channel, ids, "unexpected error");
        throw error;
      }
      const reason = deadline.aborted ? "no response" : error.message;
      log.warn({ ...facts, reason }, "notification failed");
      const isRequestRejected = notification.kind === "request" && error.isContentRejected;
      if (isRequestRejected && channel !== "webhook") {
        const { id, created_at, reply_due } = notification.request;
        return this.#deliver({ kind: "reference", id, created_at, reply_due }, ids);
      }
      outbox.recordUndelivered(channel, ids, reason);
      // A program that rejects one request may accept others.
      if (!isRequestRejected) outbox.recordFailure(channel, reason);
      return false;
    }
    log.info(facts, "notification delivered");
    // If this throws, the next attempt sends the notification again.
    outbox.recordDelivered(channel, ids);
    outbox.recordSuccess(channel);
    return true;
  }
}
