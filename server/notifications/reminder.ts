import { HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { describeError, type Log } from "../log.ts";
import { ANY_CHANNEL, type Summary } from "../store/outbox.ts";
import type { RequestStore } from "../store/store.ts";
import { sendByFirst, type OpenChannel } from "./channels.ts";
import type { Reminder } from "./notification.ts";

export type ReminderOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  timeZone: string;
  hasDesk: boolean;
};

/** In the provider's time zone. */
const REMINDER_TIME = "09:00";

export function startReminders(options: ReminderOptions): () => void {
  const timer = setInterval(() => {
    remindDaily(options).catch((error: unknown) => {
      options.log.warn({ error: describeError(error) }, "reminder failed");
    });
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Call this every minute. Once a day, the first channel that works sends a reminder; after a failure, it is retried like
 * a notification. Resolves to false if an attempt has failed.
 */
export async function remindDaily(options: ReminderOptions): Promise<boolean> {
  const { store, channels, timeZone } = options;
  const [day = "", time = ""] = formatMinute(store.now(), timeZone).split(" ");
  if (channels.length === 0 || time < REMINDER_TIME) return true;
  const { outbox } = store;
  const reminder: Summary = `reminder ${day}`;
  const attempts = await outbox.claimSummary(ANY_CHANNEL, reminder);
  // Another call, perhaps of another server, is sending the reminder, or has sent it.
  if (attempts === null) return true;
  const isSent = await remind(options);
  await outbox.recordSummary(ANY_CHANNEL, reminder, isSent ? 0 : attempts);
  return isSent;
}

async function remind({ store, channels, log, hasDesk }: ReminderOptions): Promise<boolean> {
  const reminder: Reminder = {
    kind: "reminder",
    // Without a desk, nobody can mark requests as replied, so the number would only grow.
    overdue: hasDesk ? await store.count({ isOverdue: true }) : 0,
    failing: await store.outbox.listFailing({ forMs: HOUR_MS }),
  };
  if (reminder.overdue === 0 && reminder.failing.length === 0) return true;
  const { sentBy, report } = await sendByFirst(channels, reminder);
  if (sentBy === null) {
    log.warn({ report }, "reminder failed");
    return false;
  }
  log.info({ report }, "reminder sent");
  await store.outbox.recordSuccess(sentBy);
  return true;
}
