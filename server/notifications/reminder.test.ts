import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import { DeliveryFailed, type Reminder, type Send } from "./notification.ts";
import { remindDaily } from "./reminder.ts";

describe.each(ENGINES)("on %s", (engine) => {
  let data: TestDatabase;
  let store: RequestStore;
  let now: number;
  let sent: Reminder[];
  beforeEach(async () => {
    // 08:00 in Berlin.
    now = Date.UTC(2026, 10, 26, 7);
    data = await createDatabase(engine);
    store = data.open({ channels: ["webhook", "mail"], now: () => now });
    sent = [];
  });
  afterEach(() => data.remove());

  const keep: Send = async (notification) => {
    if (notification.kind === "reminder") sent.push(notification);
  };

  function createCheck(
    channels: OpenChannel[] = [{ channel: "mail", send: keep }],
    { hasDesk = true } = {},
  ) {
    const log = { info: () => {}, warn: () => {} };
    return () => remindDaily({ store, channels, log, timeZone: "Europe/Berlin", hasDesk });
  }

  async function insert(company: string) {
    await store.insert({ ...MINIMAL_REQUIREMENT, company }, null, null);
  }

  test("overdue replies are in one reminder a day, at nine o'clock", async () => {
    await insert("overdue");
    now += DAY_MS + HOUR_MS / 2;
    await insert("waits");
    const check = createCheck();
    await check();
    expect(sent).toEqual([]);
    now += HOUR_MS;
    await check();
    await check();
    expect(sent.map(({ overdue }) => overdue)).toEqual([1]);
    now += DAY_MS;
    await check();
    expect(sent.map(({ overdue }) => overdue)).toEqual([1, 2]);
  });

  test("a channel that has failed for an hour is in a reminder by another channel", async () => {
    await store.outbox.recordFailure("webhook", "503");
    const [failing] = await store.outbox.listFailing();
    const broken: Send = () => Promise.reject(new DeliveryFailed("503"));
    const check = createCheck([
      { channel: "webhook", send: broken },
      { channel: "mail", send: keep },
    ]);
    now += 2 * HOUR_MS - 1;
    await store.outbox.recordFailure("webhook", "503");
    await check();
    expect(sent).toMatchObject([{ failing: [failing] }]);
  });

  test("without a desk, the reminder omits overdue replies, but names failing channels", async () => {
    await insert("overdue");
    await store.outbox.recordFailure("webhook", "503");
    const check = createCheck(undefined, { hasDesk: false });
    now += DAY_MS + 2 * HOUR_MS;
    await check();
    expect(sent).toMatchObject([{ overdue: 0, failing: [{ channel: "webhook" }] }]);
  });

  test("a reminder that cannot be sent is retried ever more rarely, and sent within an hour of the repair", async () => {
    await insert("overdue");
    let isBroken = true;
    let attempts = 0;
    const flaky: Send = async (notification, signal) => {
      attempts += 1;
      if (isBroken) throw new DeliveryFailed("503");
      await keep(notification, signal);
    };
    const check = createCheck([{ channel: "mail", send: flaky }]);
    now += DAY_MS + 2 * HOUR_MS;
    const passMinutes = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await check();
        now += MINUTE_MS;
      }
    };
    await passMinutes(12 * 60);
    expect(attempts).toBeGreaterThan(12);
    expect(attempts).toBeLessThan(30);
    isBroken = false;
    await passMinutes(60);
    expect(sent).toHaveLength(1);
  });

  test("after a restart, the reminder of the day is not sent again", async () => {
    await insert("overdue");
    now += DAY_MS + 2 * HOUR_MS;
    await createCheck()();
    now += HOUR_MS;
    await createCheck()();
    expect(sent).toHaveLength(1);
  });

  test("after another channel is added, the reminder of the day is not sent again", async () => {
    await insert("overdue");
    now += DAY_MS + 2 * HOUR_MS;
    await createCheck([{ channel: "webhook", send: keep }])();
    await createCheck([
      { channel: "mail", send: keep },
      { channel: "webhook", send: keep },
    ])();
    expect(sent).toHaveLength(1);
  });

  test("without overdue replies and failures, no reminder is sent", async () => {
    await insert("waits");
    const check = createCheck();
    now += 2 * HOUR_MS;
    await check();
    expect(sent).toEqual([]);
  });

  test("two servers at once send one reminder", async () => {
    await insert("overdue");
    now += DAY_MS + 2 * HOUR_MS;
    await Promise.all([createCheck()(), createCheck()()]);
    expect(sent).toHaveLength(1);
  });
});
