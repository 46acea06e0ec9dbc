import { reasonOf } from "../log.ts";
import type { Channel, ListedRequest, RequestFilter, RequestStore } from "../store/store.ts";
import { MAX_LISTED, type Reminder, type Send } from "./notification.ts";
import type { Log } from "./outbox-worker.ts";

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
  try {
    if (channels.size === 0) return;
    if (!(await store.outbox.claimReminder())) return;
    const reminder = await collect(store);
    // A mail server or a chat may reject what a stranger wrote: references are enough then.
    const sent =
      (await send(reminder, options, signal)) ||
      (await send(withoutNames(reminder), options, signal));
    if (sent) log.info({ overdue: reminder.overdueCount }, "reminder sent");
    else await store.outbox.releaseReminder();
  } catch (error) {
    // No error may end the server; the next check tries again.
    log.warn({ reason: reasonOf(error) }, "reminder failed");
  }
}

async function collect({ requests, outbox }: ReminderOptions["store"]): Promise<Reminder> {
  const first = async (state: NonNullable<RequestFilter["state"]>, maximum = MAX_LISTED) => {
    const rows: ListedRequest[] = [];
    if (maximum === 0) return rows;
    for await (const row of requests.list({ state })) {
      rows.push(row);
      if (rows.length === maximum) break;
    }
    return rows;
  };
  // What a rule guessed comes first: it may be a person's.
  const guessed = await first("guessed-spam");
  const certain = await first("certain-spam", MAX_LISTED - guessed.length);
  return {
    overdue: await first("overdue"),
    overdueCount: await requests.count({ state: "overdue" }),
    held: [...guessed, ...certain],
    heldCount: await requests.count({ state: "held" }),
    failing: await outbox.failing(),
  };
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
