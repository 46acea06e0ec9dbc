import { HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { formatMinute } from "../../domain/requirement-text.ts";
import { describeError, type Log } from "../log.ts";
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

/** In the provider's time zone. A server that starts later in the day sends its first reminder the next day. */
const REMINDER_TIME = "09:00";

export function startReminders(options: ReminderOptions): () => void {
  const check = createDailyCheck(options);
  const timer = setInterval(() => {
    check().catch((error: unknown) => {
      options.log.warn({ error: describeError(error) }, "reminder failed");
    });
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

/** Returns a function to call every minute. It sends a reminder once a day, and retries after a failure. */
export function createDailyCheck(options: ReminderOptions): () => Promise<void> {
  const { store, timeZone } = options;
  const readTime = () =>
    formatMinute(store.now(), timeZone).split(" ") as [day: string, time: string];
  const [firstDay, firstTime] = readTime();
  let lastDay = firstTime >= REMINDER_TIME ? firstDay : "";

  return async () => {
    const [day, time] = readTime();
    if (day === lastDay || time < REMINDER_TIME) return;
    if (await remind(options)) lastDay = day;
  };
}

async function remind({ store, channels, log, hasDesk }: ReminderOptions): Promise<boolean> {
  const now = store.now();
  const reminder: Reminder = {
    kind: "reminder",
    // Without a desk, nobody can mark requests as replied, so the number would only grow.
    overdue: hasDesk ? store.count({ isWaiting: true, dueBefore: now }) : 0,
    failing: store.outbox.listFailing({ forMs: HOUR_MS }),
  };
  const isEmpty = reminder.overdue === 0 && reminder.failing.length === 0;
  if (isEmpty || channels.length === 0) return true;
  const { sentBy, report } = await sendByFirst(channels, reminder);
  if (sentBy === null) {
    log.warn({ report }, "reminder failed");
    return false;
  }
  log.info({ report }, "reminder sent");
  store.outbox.recordSuccess(sentBy);
  return true;
}
