import { setTimeout as delay } from "node:timers/promises";

import {
  LEASE_SECONDS,
  MAX_RETRY_SECONDS,
  StoreUnavailable,
  type Channel,
  type Delivery,
  type DeliveryResult,
  type Outbox,
} from "../store/store.ts";
import { reasonOf } from "../log.ts";
import type { Send } from "./notification.ts";

export type Log = {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
};

export type OutboxWorkerOptions = {
  outbox: Outbox;
  channels: ReadonlyMap<Channel, Send>;
  log: Log;
  /** How often to check for deliveries that another server queued or that have become due. */
  pollMilliseconds?: number;
  /** Maximum duration of one delivery. */
  deliveryMilliseconds?: number;
};

/** Delivers notifications, and retries until each was accepted. No visitor waits for it. */
export type OutboxWorker = {
  /** A request was stored: check now. */
  wake: () => void;
  /** Resolves when deliveries in progress have ended; after some seconds they are aborted. */
  stop: () => Promise<void>;
};

/** One loop per channel: a mail server that hangs must not delay a webhook. */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const loops = [...options.channels].map(([channel, send]) => startLoop(channel, send, options));
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(channel: Channel, send: Send, options: OutboxWorkerOptions): OutboxWorker {
  const { outbox, log, pollMilliseconds = 5_000, deliveryMilliseconds = MAX_DELIVERY_MS } = options;
  const stopping = new AbortController();
  const aborting = new AbortController();
  let woken = Promise.withResolvers<void>();
  let outage: string | null = null;

  const running = run();
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort();
      woken.resolve();
      const timer = setTimeout(() => aborting.abort(), STOP_MS);
      await running;
      clearTimeout(timer);
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // From here on a stored request ends the next wait, also during deliveries.
      woken = Promise.withResolvers();
      const attempted = await deliverDue();
      if (attempted > 0 || stopping.signal.aborted) continue;
      const timer = setTimeout(woken.resolve, pollMilliseconds).unref();
      await woken.promise;
      clearTimeout(timer);
    }
  }

  async function deliverDue(): Promise<number> {
    try {
      const due = await outbox.claim(channel, MAX_CONCURRENT);
      await Promise.all(due.map(deliver));
      outage = null;
      return due.length;
    } catch (error) {
      // No error may end the server or this loop. One line, not one for each poll.
      const reason = reasonOf(error);
      if (reason !== outage) log.warn({ channel, reason }, "notifications are delayed");
      outage = reason;
      return 0;
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { attempt, requirement } = delivery;
    const facts = { channel, attempt, requirement: requirement.id };
    const result = await attemptDelivery(delivery);
    await record(delivery, result);
    if (result.kind === "delivered") log.info(facts, "notification delivered");
    else log.warn({ ...facts, ...result }, "notification failed");
  }

  async function attemptDelivery({ attempt, requirement }: Delivery): Promise<DeliveryResult> {
    try {
      const deadline = AbortSignal.timeout(deliveryMilliseconds);
      const signal = AbortSignal.any([deadline, aborting.signal]);
      await send({ kind: "request", requirement }, signal);
      return { kind: "delivered" };
    } catch (error) {
      const retryInSeconds = backoffSeconds(attempt, Math.random());
      return { kind: "failed", error: reasonOf(error).slice(0, 300), retryInSeconds };
    }
  }

  /** An unrecorded delivery would be repeated, so recording is retried while the lease lasts. */
  async function record(delivery: Delivery, result: DeliveryResult): Promise<void> {
    const deadline = performance.now() + (LEASE_SECONDS * 1000) / 2;
    for (;;) {
      try {
        return await outbox.recordResult(delivery, result);
      } catch (error) {
        if (
          !(error instanceof StoreUnavailable) ||
          performance.now() > deadline ||
          aborting.signal.aborted
        )
          throw error;
        await delay(200);
      }
    }
  }
}

const MAX_CONCURRENT = 10;

/** Less than half a lease: no other server can claim a delivery in progress. */
const MAX_DELIVERY_MS = 25_000;

/** How long a delivery in progress may take after the server is told to stop. */
const STOP_MS = 3_000;

/**
 * 5 seconds after the first failure, then twice as long each time up to an hour, plus or minus 20 %, so
 * that servers do not retry at the same time. `random` is from 0 to 1.
 */
export function backoffSeconds(attempt: number, random: number): number {
  const pause = 5 * 2 ** Math.min(attempt - 1, 20) * (0.8 + 0.4 * random);
  return Math.min(MAX_RETRY_SECONDS, pause);
}
