import { setTimeout as delay } from "node:timers/promises";

import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/durations.ts";
import { describeError, type Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import { ChannelDelivery, type DeliveryOutcome } from "./channel-delivery.ts";
import type { OpenChannel } from "./channels.ts";

export type OutboxWorkerOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  /** While nothing is due, the pause doubles up to the maximum, so that polling costs the database little. */
  pause?: { minimumMs: number; maximumMs: number };
};

/**
 * Runs one loop per channel, so that a mail server that hangs cannot delay a webhook. Requests that this server stores
 * end a pause at once; polling finds others and retries. Returns a function that stops the loops.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): () => Promise<void> {
  const { store, channels, log } = options;
  const { minimumMs, maximumMs } = options.pause ?? { minimumMs: SECOND_MS, maximumMs: MINUTE_MS };
  const stopping = new AbortController();
  let queued = Promise.withResolvers<void>();
  store.outbox.onQueued = () => {
    queued.resolve();
    queued = Promise.withResolvers();
  };
  const channelsKept = keepChannels(options);
  const keeper = setInterval(() => void keepChannels(options), HOUR_MS).unref();
  const loops = channels.map(async (openChannel) => {
    const { channel } = openChannel;
    const delivery = new ChannelDelivery(openChannel, { store, log, stopping: stopping.signal });
    let pauseMs = minimumMs;
    let isRetried = false;
    while (!stopping.signal.aborted) {
      // Taken before the delivery, so that a request that is stored meanwhile ends the pause, too.
      const { promise: isQueued } = queued;
      // After an error, pauses longer each time, as if idle, because the database may be down.
      let outcome: DeliveryOutcome = "idle";
      try {
        // Retries at once after a start, because an operator may have corrected the failure's cause.
        if (!isRetried) await store.outbox.retryAll(channel);
        isRetried = true;
        outcome = await delivery.deliverDue();
      } catch (error) {
        log.warn({ channel, error: describeError(error) }, "notifications are delayed");
      }
      pauseMs = outcome === "idle" ? Math.min(2 * pauseMs, maximumMs) : minimumMs;
      const paused = new AbortController();
      const signal = AbortSignal.any([stopping.signal, paused.signal]);
      const pause = delay(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      await Promise.race([isQueued, pause]);
      paused.abort();
    }
  });
  return async () => {
    stopping.abort();
    clearInterval(keeper);
    await Promise.all([channelsKept, ...loops]);
  };
}

/** Confirms this server's channels, and removes those that no program has any more. */
async function keepChannels({ store: { outbox }, log }: OutboxWorkerOptions): Promise<void> {
  try {
    await outbox.confirmChannels();
    const removed = await outbox.removeUnusedChannels();
    if (removed.length > 0) {
      log.warn({ removed }, "channels that no program uses were removed");
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, "channels could not be confirmed");
  }
}
