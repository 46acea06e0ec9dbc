import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { reasonOf, type Log } from "../log.ts";
import type {
  Channel,
  ChannelBacklog,
  ListedRequest,
  RequestFilter,
  RequestStore,
} from "../store/store.ts";
import { MAX_LISTED, type FailingChannel, type Reminder, type Send } from "./notification.ts";

export type ReminderOptions = {
  store: Pick<RequestStore, "requests" | "outbox">;
  channels: ReadonlyMap<Channel, Send>;
  log: Log;
};

/** Checks at once and then every ten minutes. The returned function stops it, and resolves once no check runs. */
export function startReminders(options: ReminderOptions): () => Promise<void> {
  const stopping = new AbortController();
  const check = () => remind(options, stopping.signal);
  let checking = check();
  const timer = setInterval(() => (checking = checking.then(check)), CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await checking;
  };
}

/**
 * Reminds the provider when a reply is overdue, a channel has failed for an hour, or a request was held as
 * spam. All servers on a database together send one reminder a day, by the first channel that works.
 */
export async function remind(options: ReminderOptions, signal: AbortSignal): Promise<void> {
  const { store, channels, log } = options;
  const { requests, outbox } = store;
  try {
    if (channels.size === 0) return;
    const { last, now } = await outbox.readReminder();
    if (Date.parse(now) < Date.parse(last) + DAY_MS) return;
    const reminder = await collect(store, now);
    const heldBefore = { state: "held", receivedBefore: Date.parse(last) } as const;
    const isNeeded =
      reminder.overdueCount > 0 ||
      reminder.failing.length > 0 ||
      reminder.heldCount > (await requests.count(heldBefore));
    if (!isNeeded || !(await outbox.moveReminder(last, now))) return;
    // A mail server or a chat may reject what a stranger wrote: references are enough then.
    const sent =
      (await send(reminder, options, signal)) ||
      (await send(withoutNames(reminder), options, signal));
    if (sent) log.info({ overdue: reminder.overdueCount }, "reminder sent");
    else await outbox.moveReminder(now, last);
  } catch (error) {
    // No error may end the server; the next check tries again.
    log.warn({ reason: reasonOf(error) }, "reminder failed");
  }
}

async function collect(
  { requests, outbox }: ReminderOptions["store"],
  now: string,
): Promise<Reminder> {
  const overdue = { state: "unreplied", dueBefore: Date.parse(now) } as const;
  const first = async (filter: RequestFilter) => {
    const rows: ListedRequest[] = [];
    for await (const row of requests.list(filter)) {
      rows.push(row);
      if (rows.length === MAX_LISTED) break;
    }
    return rows;
  };
  // What a rule guessed comes first: it may be a person's.
  const guessed = await first({ state: "guessed-spam" });
  const held = await first({ state: "held" });
  const others = held.filter(({ id }) => guessed.every((each) => each.id !== id));
  const { channels } = await outbox.backlog();
  return {
    overdue: await first(overdue),
    overdueCount: await requests.count(overdue),
    held: [...guessed, ...others].slice(0, MAX_LISTED),
    heldCount: await requests.count({ state: "held" }),
    failing: findFailing(channels, Date.parse(now)),
  };
}

/** What has failed for less than an hour may be over before anybody looks at it. */
function findFailing(channels: ChannelBacklog[], now: number): FailingChannel[] {
  return channels.flatMap(({ channel, failed, since, last_error }) => {
    if (since === null || Date.parse(since) > now - HOUR_MS) return [];
    return [{ channel, failed, since, last_error: last_error ?? "" }];
  });
}

function withoutNames(reminder: Reminder): Reminder {
  const hide = (row: ListedRequest) => ({ ...row, full_name: "", company: "", email: "" });
  return { ...reminder, overdue: reminder.overdue.map(hide), held: reminder.held.map(hide) };
}

async function send(
  reminder: Reminder,
  { channels, log }: ReminderOptions,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [channel, sendBy] of channels) {
    try {
      const deadline = AbortSignal.timeout(MAX_SEND_MS);
      await sendBy({ kind: "reminder", reminder }, AbortSignal.any([deadline, signal]));
      return true;
    } catch (error) {
      log.warn({ channel, reason: reasonOf(error) }, "reminder failed");
    }
  }
  return false;
}

const CHECK_MS = 600_000;
const MAX_SEND_MS = 25_000;
