import { DAY_MS, MINUTE_MS } from "../../domain/durations.ts";
import { describeError, type Log } from "../log.ts";
import type { RequestFilter } from "../store/request-filter.ts";
import type { RequestRow } from "../store/rows.ts";
import type { RequestStore } from "../store/store.ts";
import { localMinute } from "../texts/request-details.ts";
import type { OpenChannel } from "./channels.ts";
import { MAX_LISTED, type Reminder } from "./notification.ts";

export type ReminderOptions = {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
  timeZone: string;
};

/** In the provider's time zone. A server that is started later reminds on the next day. */
const REMINDER_TIME = "09:00";

/** Reminds the provider once a day, if there is something to do. The returned function stops that. */
export function startReminders(options: ReminderOptions): () => void {
  const check = createDailyCheck(options);
  const timer = setInterval(() => {
    check().catch((error: unknown) => {
      options.log.warn({ error: describeError(error) }, "reminder failed");
    });
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

/** Returns a function to call every minute, which reminds when the time has come and again until that works. */
export function createDailyCheck(options: ReminderOptions): () => Promise<void> {
  const { store, timeZone } = options;
  const readTime = () =>
    localMinute(store.now(), timeZone).split(" ") as [day: string, time: string];
  const [firstDay, firstTime] = readTime();
  let lastDay = firstTime >= REMINDER_TIME ? firstDay : "";

  return async () => {
    const [day, time] = readTime();
    if (day === lastDay || time < REMINDER_TIME) return;
    if (await remind(options)) lastDay = day;
  };
}

/** Resolves to false if there is something to remind of, and no channel could send it. */
async function remind({ store, channels, log }: ReminderOptions): Promise<boolean> {
  const some = (filter: RequestFilter) => ({
    rows: store.find(filter, MAX_LISTED),
    count: store.count(filter),
  });
  const reminder: Reminder = {
    overdue: some({ isSpam: false, isReplied: false, dueBefore: store.now() }),
    // Two days, so that spam is in a later reminder if one cannot be sent.
    spam: some({ isSpam: true, receivedSince: store.now() - 2 * DAY_MS }),
    failing: channels.flatMap(({ channel }) => {
      const backlog = store.outbox.findBacklog(channel);
      return backlog ? [{ channel, ...backlog }] : [];
    }),
  };
  const isEmpty =
    reminder.overdue.count === 0 && reminder.spam.count === 0 && reminder.failing.length === 0;
  if (isEmpty || channels.length === 0) return true;
  // A mail server or a chat may reject what a stranger wrote: references are enough then.
  for (const version of [reminder, withoutNames(reminder)]) {
    for (const { channel, send } of channels) {
      try {
        await send({ kind: "reminder", reminder: version }, AbortSignal.timeout(SEND_MS));
        log.info({ channel, overdue: reminder.overdue.count }, "reminder sent");
        return true;
      } catch (error) {
        log.warn({ channel, error: describeError(error) }, "reminder failed");
      }
    }
  }
  return false;
}

function withoutNames({ overdue, spam, failing }: Reminder): Reminder {
  const hide = (row: RequestRow) => ({ ...row, full_name: "", company: "" });
  return {
    overdue: { ...overdue, rows: overdue.rows.map(hide) },
    spam: { ...spam, rows: spam.rows.map(hide) },
    failing,
  };
}

const SEND_MS = 10_000;
