import { setTimeout as delay } from "node:timers/promises";

import { HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { describeError, reasonOf, type Log } from "../log.ts";
import type { DueNotification } from "../store/outbox.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import { ContentRejected, type Notification } from "./notification.ts";

export type OutboxWorkerOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  /** How long a loop pauses between two looks at what is due. */
  pollMilliseconds?: number;
};

/**
 * Sends what the outbox has, in one loop per channel: a mail server that hangs must not delay a webhook. The
 * returned function stops the loops, and resolves once they have ended: a notification that is being sent gets
 * three more seconds, and is sent again after the next start.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): () => Promise<void> {
  const { channels, log, pollMilliseconds = 1_000 } = options;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const loops = channels.map(async (channel) => {
    const deliverDue = createDelivery(channel, options, { stopping, aborting });
    while (!stopping.signal.aborted) {
      // No error may end the server or this loop.
      await deliverDue().catch((error: unknown) => {
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
    const timer = setTimeout(() => aborting.abort(), STOP_MS);
    await Promise.all(loops);
    clearTimeout(timer);
  };
}

/** Returns a function that delivers what is due now. */
function createDelivery(
  { channel, send, sendsDigests }: OpenChannel,
  { store, log }: OutboxWorkerOptions,
  { stopping, aborting }: Record<"stopping" | "aborting", AbortController>,
): () => Promise<void> {
  const { outbox } = store;
  /** When the digests of the last hour were delivered, and when one was tried last. */
  let deliveredAt: number[] = [];
  let triedAt = 0;

  return async () => {
    const due = outbox.listDue(channel);
    if (!sendsDigests) {
      for (const each of due) if (!stopping.signal.aborted) await deliver([each]);
    } else if (due.length > 0 && isWithinLimits()) {
      triedAt = store.now();
      if (await deliver(due)) deliveredAt.push(store.now());
    }
  };

  /** Whoever floods the form does not flood a mailbox. */
  function isWithinLimits(): boolean {
    deliveredAt = deliveredAt.filter((time) => time > store.now() - HOUR_MS);
    return deliveredAt.length < MESSAGES_PER_HOUR && store.now() - triedAt >= MINUTE_MS;
  }

  /** In one message. Resolves to whether the receiver has accepted it. */
  async function deliver(due: DueNotification[]): Promise<boolean> {
    const notification = compose(due);
    if (!notification) return false;
    const attempt = Math.max(...due.map(({ attempts }) => attempts)) + 1;
    const ids = due.map(({ id }) => id);
    const facts = { channel, attempt, request: ids[0], requests: ids.length };
    try {
      await send(
        notification,
        AbortSignal.any([aborting.signal, AbortSignal.timeout(DELIVERY_MS)]),
      );
    } catch (error) {
      // The next start sends it again.
      if (aborting.signal.aborted) return false;
      const failure = {
        error: reasonOf(error).slice(0, MAX_REASON),
        isContentRejected: error instanceof ContentRejected,
        retryAt: store.now() + Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS),
      };
      outbox.recordFailure(channel, ids, failure);
      log.warn({ ...facts, error: describeError(error) }, "notification failed");
      return false;
    }
    // What was sent and cannot be recorded is sent again.
    outbox.recordDelivered(channel, ids);
    log.info(facts, "notification delivered");
    return true;
  }

  /** Undefined if the one request was erased meanwhile. */
  function compose(due: DueNotification[]): Notification | undefined {
    // Of all in the digest, since the receiver does not say whose text it rejects.
    if (due.some(hasRejectedContent)) return { kind: "digest", requests: due.map(withoutNames) };
    const [first, ...others] = due;
    if (others.length > 0) return { kind: "digest", requests: due };
    const [request] = first ? store.find({ id: first.id }) : [];
    return request && { kind: "request", request };
  }
}

/** From the third attempt on: such a request is sent without texts and names, which would block others. */
function hasRejectedContent({ attempts, content_rejected }: DueNotification): boolean {
  return attempts >= 2 && content_rejected === 1;
}

function withoutNames(request: DueNotification): DueNotification {
  return { ...request, full_name: "", company: "" };
}

const MESSAGES_PER_HOUR = 20;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * MINUTE_MS;
const DELIVERY_MS = 25_000;
const MAX_REASON = 300;

const STOP_MS = 3_000;
