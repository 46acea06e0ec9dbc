import { setTimeout as delay } from "node:timers/promises";

import {
  LEASE_SECONDS,
  StoreUnavailable,
  type Channel,
  type Delivery,
  type DeliveryOutcome,
  type Outbox,
  type StoredRequirement,
} from "./store.ts";

/** Tells the provider of one request; rejects when it was not taken. Must give up within half a lease. */
export type Send = (requirement: StoredRequirement) => Promise<void>;

export type CourierLog = {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
};

export type CourierOptions = {
  outbox: Outbox;
  channels: ReadonlyMap<Channel, Send>;
  log: CourierLog;
  /** How long to rest when nothing is due; another server, or time, may have made something due. */
  restMilliseconds?: number;
  /** From 0 to 1: spreads retries, so that servers do not come back all at once. */
  random?: () => number;
};

/** Delivers what is in the outbox, again and again until it is taken. Never in a visitor's way. */
export type Courier = {
  /** Something was stored: look at once. */
  wake: () => void;
  /** Resolves when what is under way has ended. */
  stop: () => Promise<void>;
};

export function startCourier(options: CourierOptions): Courier {
  const { outbox, channels, log, restMilliseconds = 5_000, random = Math.random } = options;
  const names = [...channels.keys()];
  const stopping = new AbortController();
  let announced = false;
  let woken = Promise.withResolvers<void>();

  const running = run();
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort();
      woken.resolve();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const delivered = await round();
      if (delivered > 0 || stopping.signal.aborted) continue;
      const timer = setTimeout(woken.resolve, restMilliseconds).unref();
      await woken.promise;
      clearTimeout(timer);
      woken = Promise.withResolvers();
    }
  }

  /** How many deliveries were under way. */
  async function round(): Promise<number> {
    try {
      if (!announced) await outbox.setChannels(names);
      announced = true;
      if (names.length === 0) return 0;
      const due = await outbox.claim(names, MOST_AT_ONCE);
      await Promise.all(due.map(deliver));
      return due.length;
    } catch (error) {
      // Whatever it was, the site goes on, and so does the next round.
      log.warn({ reason: reasonOf(error) }, "the outbox cannot be worked on");
      return 0;
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { channel, attempt, requirement } = delivery;
    const facts = { channel, attempt, requirement: requirement.id };
    const outcome = await attemptDelivery(delivery);
    await settle(delivery, outcome);
    if (outcome.kind === "delivered") log.info(facts, "told the provider of a request");
    else log.warn({ ...facts, ...outcome }, "could not tell the provider of a request");
  }

  async function attemptDelivery({
    channel,
    attempt,
    requirement,
  }: Delivery): Promise<DeliveryOutcome> {
    try {
      await channels.get(channel)?.(requirement);
      return { kind: "delivered" };
    } catch (error) {
      const retryInSeconds = backoffSeconds(attempt, random());
      return { kind: "failed", error: reasonOf(error).slice(0, 300), retryInSeconds };
    }
  }

  /** What was sent but not noted would be sent again: worth trying while the lease lasts. */
  async function settle(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const until = performance.now() + (LEASE_SECONDS * 1000) / 2;
    for (;;) {
      try {
        return await outbox.settle(delivery, outcome);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || performance.now() > until) throw error;
        await delay(200);
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const MOST_AT_ONCE = 10;
const LONGEST_PAUSE_SECONDS = 3_600;

/** 5 seconds after the first failure, then twice as long each time up to an hour, give or take a fifth. */
export function backoffSeconds(attempt: number, random: number): number {
  const pause = Math.min(LONGEST_PAUSE_SECONDS, 5 * 2 ** Math.min(attempt - 1, 20));
  return pause * (0.8 + 0.4 * random);
}
