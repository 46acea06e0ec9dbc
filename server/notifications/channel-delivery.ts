import type { Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import {
  DELIVERY_TIMEOUT_MS,
  DeliveryFailed,
  MESSAGES_PER_HOUR,
  type Notification,
} from "./notification.ts";

export type DeliveryContext = {
  store: RequestStore;
  log: Log;
  /** Interrupts the current delivery, which is repeated later, and prevents further ones. */
  stopping: AbortSignal;
};

/** `idle` means that nothing was due. `rejected` means that the receiver rejected a request, and may accept others. */
export type DeliveryOutcome = "idle" | "delivered" | "rejected" | "failed";

/**
 * Sends a channel's notifications: one per request up to the limits, a digest beyond them, and counts of spam.
 */
export class ChannelDelivery {
  readonly #channel: OpenChannel;
  readonly #context: DeliveryContext;

  constructor(channel: OpenChannel, context: DeliveryContext) {
    this.#channel = channel;
    this.#context = context;
  }

  /** Delivers due requests until an attempt fails, and then a digest and a count of spam if they are due. */
  async deliverDue(): Promise<DeliveryOutcome> {
    const outcomes = [await this.#deliverEach()];
    if (await this.#isLimited()) outcomes.push(await this.#deliverDigest());
    outcomes.push(await this.#announceSpam());
    return worstOf(outcomes);
  }

  async #deliverEach(): Promise<DeliveryOutcome> {
    const { store } = this.#context;
    const { channel } = this.#channel;
    const outcomes: DeliveryOutcome[] = [];
    while (!outcomes.includes("failed") && !(await this.#isLimited())) {
      const claim = await store.outbox.claimNext(channel);
      if (claim === null) break;
      const [request] = await store.find({ id: claim.id });
      // A request that was erased in the meantime has no notifications.
      if (!request) continue;
      const { id, attempts } = claim;
      outcomes.push(await this.#deliver({ kind: "request", request }, [id], attempts));
    }
    return worstOf(outcomes);
  }

  /** Protects mailboxes and chats from a flood of requests. */
  async #isLimited(): Promise<boolean> {
    const { channel } = this.#channel;
    if (channel === "webhook") return false;
    return (await this.#context.store.outbox.countDelivered(channel)) >= MESSAGES_PER_HOUR;
  }

  /** Sends the number of due requests, and records all as delivered. */
  async #deliverDigest(): Promise<DeliveryOutcome> {
    const { outbox } = this.#context.store;
    const { channel } = this.#channel;
    if (!(await outbox.isAnyDue(channel))) return "idle";
    const attempts = await outbox.claimSummary(channel, "digest");
    if (attempts === null) return "idle";
    const ids = await outbox.claimAll(channel);
    // Empty if another server has claimed them in the meantime.
    const outcome =
      ids.length === 0
        ? "idle"
        : await this.#deliver({ kind: "digest", count: ids.length }, ids, 0);
    await outbox.recordSummary(channel, "digest", outcome === "delivered" ? 0 : attempts);
    return outcome;
  }

  /** Announces only the number of spam requests. */
  async #announceSpam(): Promise<DeliveryOutcome> {
    const { outbox } = this.#context.store;
    const { channel } = this.#channel;
    const ids = await outbox.findUncountedSpam(channel);
    if (ids.length === 0) return "idle";
    const attempts = await outbox.claimSummary(channel, "spam");
    if (attempts === null) return "idle";
    const outcome = await this.#deliver({ kind: "spam", count: ids.length }, [], 0);
    if (outcome === "delivered") await outbox.recordSpamCounted(channel, ids);
    await outbox.recordSummary(channel, "spam", outcome === "delivered" ? 0 : attempts);
    return outcome;
  }

  /** Sends one notification, and records the result for the requests in `ids`. `attempts` determines the retry's delay. */
  async #deliver(
    notification: Notification,
    ids: string[],
    attempts: number,
  ): Promise<DeliveryOutcome> {
    const { store, log, stopping } = this.#context;
    const { channel, send } = this.#channel;
    if (stopping.aborted) return "failed";
    const facts = { channel, kind: notification.kind, request: ids[0], requests: ids.length };
    const deadline = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
    try {
      await send(notification, AbortSignal.any([stopping, deadline]));
    } catch (error) {
      if (stopping.aborted) return "failed";
      if (!(error instanceof DeliveryFailed)) {
        const reason = "unexpected error";
        await store.outbox.recordUndelivered(channel, ids, { reason, attempts });
        throw error;
      }
      const reason = deadline.aborted ? "no response" : error.message;
      log.warn({ ...facts, reason }, "notification failed");
      const isRequestRejected = notification.kind === "request" && error.isContentRejected;
      if (isRequestRejected && channel !== "webhook") {
        const { id, created_at, reply_due } = notification.request;
        return this.#deliver({ kind: "reference", id, created_at, reply_due }, ids, attempts);
      }
      await store.outbox.recordUndelivered(channel, ids, { reason, attempts });
      // A program that rejects one request may accept others.
      if (isRequestRejected) return "rejected";
      await store.outbox.recordFailure(channel, reason);
      return "failed";
    }
    log.info(facts, "notification delivered");
    // If this rejects, the next attempt sends the notification again.
    await store.outbox.recordDelivered(channel, ids);
    await store.outbox.recordSuccess(channel);
    return "delivered";
  }
}

/** Returns the outcome that matters most. */
function worstOf(outcomes: readonly DeliveryOutcome[]): DeliveryOutcome {
  const order = ["failed", "rejected", "delivered"] as const;
  return order.find((outcome) => outcomes.includes(outcome)) ?? "idle";
}
