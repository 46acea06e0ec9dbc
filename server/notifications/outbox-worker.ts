import { setTimeout as delay } from "node:timers/promises";

import { describeError, type Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import { ChannelDelivery } from "./channel-delivery.ts";
import type { OpenChannel } from "./channels.ts";

export type OutboxWorkerOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  pollMilliseconds?: number;
  monotonicNow?: () => number;
};

/**
 * Runs one loop per channel, so that a mail server that hangs cannot delay a webhook. Returns a function that stops the
 * loops.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): () => Promise<void> {
  const { store, channels, log, pollMilliseconds = 1_000 } = options;
  const { monotonicNow = () => performance.now() } = options;
  const stopping = new AbortController();
  const loops = channels.map(async (channel) => {
    const delivery = new ChannelDelivery(channel, {
      outbox: store.outbox,
      findRequest: (id) => store.find({ id })[0],
      log,
      monotonicNow,
      stopping: stopping.signal,
    });
    while (!stopping.signal.aborted) {
      // An error must end neither the server nor this loop.
      await delivery.deliverDue().catch((error: unknown) => {
        log.warn(
          { channel: channel.channel, error: describeError(error) },
          "notifications are delayed",
        );
      });
      const pause = { signal: stopping.signal, ref: false };
      await delay(pollMilliseconds, undefined, pause).catch(() => {});
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}
