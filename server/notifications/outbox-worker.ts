import { setTimeout as delay } from "node:timers/promises";

import { HOUR_MS } from "../../domain/durations.ts";
import { describeError, type Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import { DELIVERY_TIMEOUT_MS, DeliveryFailed, type Notification } from "./notification.ts";

export type OutboxWorkerOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  pollMilliseconds?: number;
  monotonicNow?: () => number;
};

/** Runs one loop per channel: a mail server that hangs must not delay a webhook. Returns a function that stops them. */
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
    const timer = setTimeout(() => aborting.abort(), SHUTDOWN_GRACE_MS);
    await Promise.all(loops);
    clearTimeout(timer);
  };
}

/** Returns a function that delivers everything due, until an attempt fails. */
function createDelivery(
  { channel, send, isForPeople }: OpenChannel,
  { store, log, monotonicNow = () => performance.now() }: OutboxWorkerOptions,
  { stopping, aborting }: Record<"stopping" | "aborting", AbortController>,
): () => Promise<void> {
  const { outbox } = store;
  let deliveredAt: number[] = [];
  let countedAt = -Infinity;
  /** Limits announcements to one attempt an hour. The outbox stores the announced time, across restarts. */
  let spamAttemptedAt = -Infinity;

  async function deliverEach(): Promise<void> {
    const rejectionsBelow = isForPeople ? MAX_REJECTIONS : Infinity;
    while (!isLimited() && !stopping.signal.aborted) {
      const id = outbox.claimNext(channel, { rejectionsBelow });
      if (id === null) return;
      const [request] = store.find({ id });
      if (!request || !(await deliver({ kind: "request", request }, [id]))) return;
      deliveredAt = [...deliveredAt, monotonicNow()].slice(-MESSAGES_PER_HOUR);
    }
  }

  /** Protects mailboxes and chats from a flood of requests. */
  function isLimited(): boolean {
    const [first = -Infinity] = deliveredAt;
    return (
      isForPeople && deliveredAt.length === MESSAGES_PER_HOUR && first > monotonicNow() - HOUR_MS
    );
  }

  /** Sends a count of all undelivered requests, which has no visitor text to reject. */
  async function deliverDigest(): Promise<void> {
    if (stopping.signal.aborted) return;
    const rejectionsFrom = isLimited() ? 0 : MAX_REJECTIONS;
    if (outbox.claimAll(channel, { rejectionsFrom }).length === 0) return;
    const waiting = outbox.listWaiting(channel);
    // An outage delayed the others, which are sent with their text later.
    const counted = waiting.filter(({ rejections }) => rejections >= rejectionsFrom);
    const ids = counted.map(({ id }) => id);
    if (await deliver({ kind: "count", count: waiting.length }, ids)) countedAt = monotonicNow();
  }

  /** Announces spam by count only: the requests stay undelivered, so that "Not spam" sends them. */
  async function announceSpam(): Promise<void> {
    if (stopping.signal.aborted) return;
    const { count, until } = outbox.countSpam(channel);
    if (count === 0) return;
    spamAttemptedAt = monotonicNow();
    if (await deliver({ kind: "spam", count }, [])) outbox.recordSpamAnnounced(channel, until);
  }

  async function deliver(notification: Notification, ids: string[]): Promise<boolean> {
    const facts = { channel, kind: notification.kind, request: ids[0], requests: ids.length };
    const deadline = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
    try {
      await send(notification, AbortSignal.any([aborting.signal, deadline]));
    } catch (error) {
      // Aborted by shutdown: the next start repeats it.
      if (aborting.signal.aborted) return false;
      if (!(error instanceof DeliveryFailed)) throw error;
      const reason = deadline.aborted ? "no response" : error.message;
      log.warn({ ...facts, reason }, "notification failed");
      if (isChannelFailure(error, notification)) outbox.recordFailure(channel, reason);
      return false;
    }
    log.info(facts, "notification delivered");
    // If this throws, the next attempt sends it twice.
    outbox.recordDelivered(channel, ids);
    if (isForPeople || !hasRejected()) outbox.recordSuccess(channel);
    return true;
  }

  /** Also counts rejections of a request, which may be due to its text instead of the channel. */
  function isChannelFailure(error: DeliveryFailed, notification: Notification): boolean {
    if (!error.isContentRejected) return true;
    if (notification.kind === "request") {
      const rejections = outbox.recordRejection(channel, notification.request.id);
      return !isForPeople && rejections >= MAX_REJECTIONS;
    }
    // A digest has no visitor text, so visitor text was not the cause of earlier rejections.
    outbox.resetRejections(channel);
    return true;
  }

  function hasRejected(): boolean {
    return outbox.listWaiting(channel).some(({ rejections }) => rejections >= MAX_REJECTIONS);
  }

  return async () => {
    await deliverEach();
    const hourAgo = monotonicNow() - HOUR_MS;
    if (isForPeople && countedAt <= hourAgo) await deliverDigest();
    if (spamAttemptedAt <= hourAgo) await announceSpam();
  };
}

const MESSAGES_PER_HOUR = 60;
/** After this many rejections, mail and chat only count the request: its text may be the cause. */
const MAX_REJECTIONS = 5;

const SHUTDOWN_GRACE_MS = 3_000;
