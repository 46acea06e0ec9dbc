import { setTimeout as delay } from "node:timers/promises";

import { reasonOf, type Log } from "../log.ts";
import type { Channel, Delivery, DeliveryResult, Outbox } from "../store/store.ts";
import type { Send } from "./notification.ts";

export type OutboxWorkerOptions = {
  outbox: Outbox;
  channels: ReadonlyMap<Channel, Send>;
  log: Log;
  /** How often to look for what is due. */
  pollMilliseconds?: number;
  /** Maximum duration of one delivery. */
  deliveryMilliseconds?: number;
};

/**
 * Delivers notifications, and retries until each was accepted. One loop per channel: a mail server that
 * hangs must not delay a webhook. The returned function stops it, and resolves when deliveries in progress
 * have ended; after some seconds they are aborted.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const loops = [...options.channels].map(([channel, send]) =>
    deliverUntilStopped(channel, send, options, { stopping, aborting }),
  );
  return async () => {
    stopping.abort();
    const timer = setTimeout(() => aborting.abort(), STOP_MS);
    await Promise.all(loops);
    clearTimeout(timer);
  };
}

async function deliverUntilStopped(
  channel: Channel,
  send: Send,
  { outbox, log, ...options }: OutboxWorkerOptions,
  { stopping, aborting }: Record<"stopping" | "aborting", AbortController>,
): Promise<void> {
  const { pollMilliseconds = 1_000, deliveryMilliseconds = MAX_DELIVERY_MS } = options;
  let outage: string | null = null;
  while (!stopping.signal.aborted) {
    await deliverDue();
    const pause = { signal: stopping.signal, ref: false };
    await delay(pollMilliseconds, undefined, pause).catch(() => {});
  }

  async function deliverDue(): Promise<void> {
    try {
      const due = await outbox.claim(channel, MAX_CONCURRENT);
      // Waits for all, also when one cannot be recorded: the next look would add to what is in progress.
      const results = await Promise.allSettled(due.map(deliver));
      for (const result of results) if (result.status === "rejected") throw result.reason;
      outage = null;
    } catch (error) {
      // No error may end the server or this loop. One line, not one for each look.
      const reason = reasonOf(error);
      if (reason !== outage) log.warn({ channel, reason }, "notifications are delayed");
      outage = reason;
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const result = await attempt(delivery);
    // What was sent and cannot be recorded is sent again.
    await outbox.recordResult(delivery, result);
    const [{ id, attempt: count } = {}] = delivery.claims;
    const facts = { channel, attempt: count, request: id, requests: delivery.claims.length };
    if (result.kind === "delivered") log.info(facts, "notification delivered");
    else log.warn({ ...facts, ...result }, "notification failed");
  }

  async function attempt({ announcement }: Delivery): Promise<DeliveryResult> {
    try {
      const deadline = AbortSignal.timeout(deliveryMilliseconds);
      await send(announcement, AbortSignal.any([deadline, aborting.signal]));
      return { kind: "delivered" };
    } catch (error) {
      return { kind: "failed", error: reasonOf(error).slice(0, 300) };
    }
  }
}

const MAX_CONCURRENT = 10;

/** Less than half a lease: no other server can claim a delivery in progress. */
const MAX_DELIVERY_MS = 25_000;

/** How long a delivery in progress may take after the server is told to stop. */
const STOP_MS = 3_000;
