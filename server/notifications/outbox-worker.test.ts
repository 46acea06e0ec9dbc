import { once } from "node:events";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { UNTIMED } from "../../domain/wire/form-use.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { Log } from "../log.ts";
import type { Channel, Outbox, RequestStore } from "../store/store.ts";
import { StoreUnavailable } from "../store/store.ts";
import type { Send } from "./notification.ts";
import { startOutboxWorker } from "./outbox-worker.ts";

const log: Log = { info: () => {}, warn: () => {} };

describe.each(DATABASES)("on %s", (kind) => {
  let database: TestDatabase;
  let store: RequestStore;
  beforeEach(async () => {
    database = await openDatabase(kind);
    store = openServer();
  });
  afterEach(() => database.close());

  const openServer = () => database.open({ channels: ["webhook"] });
  const insert = (company: string) =>
    store.insert({ ...MINIMAL_REQUIREMENT, company }, null, UNTIMED);

  test("delivers what is stored while the server runs", async () => {
    const { sent, send } = recordCompanies();
    const channels = new Map([["webhook", send] as const]);
    const stop = startOutboxWorker({ outbox: store.outbox, channels, log });
    await insert("one");
    await expect.poll(() => sent).toEqual(["one"]);
    await stop();
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: expect.any(String), last_error: null },
    ]);
    expect(await store.outbox.backlog()).toMatchObject({
      channels: [{ undelivered: 0, failed: 0 }],
    });
  });

  test("delivers each request once, whichever of three servers does it", async () => {
    const companies = Array.from({ length: 20 }, (_, index) => `company ${index}`);
    for (const company of companies) await insert(company);
    const { sent, send } = recordCompanies();
    const channels = new Map([["webhook", send] as const]);
    const servers = [store, openServer(), openServer()];
    const stops = servers.map(({ outbox }) => startOutboxWorker({ outbox, channels, log }));
    await expect
      .poll(async () => (await store.outbox.backlog()).channels)
      .toMatchObject([{ undelivered: 0 }]);
    for (const stop of stops) await stop();
    expect(sent.toSorted()).toEqual(companies.toSorted());
  });
});

describe("a worker", () => {
  let database: TestDatabase;
  let store: RequestStore;
  beforeEach(async () => {
    database = await openDatabase("SQLite");
    store = database.open({ channels: ["email", "webhook"] });
    await store.insert(FULL_REQUIREMENT, null, UNTIMED);
  });
  afterEach(() => database.close());

  test("retries a notification until it is accepted", async () => {
    const { sent, send } = recordCompanies();
    let failures = 2;
    const flaky: Send = async (notification, signal) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the webhook responds with 500");
      await send(notification, signal);
    };
    // The next attempt is seconds away: make it due.
    const warn = () => void database.run("update outbox set next_attempt_at = '2000'");
    const stop = startOutboxWorker({
      outbox: store.outbox,
      channels: new Map([["webhook", flaky]]),
      log: { ...log, warn },
      pollMilliseconds: 10,
    });
    await expect.poll(() => sent).toHaveLength(1);
    await stop();
  });

  test("delivers by one channel while another hangs, and ends that at its deadline", async () => {
    const delivered = Promise.withResolvers<void>();
    const hang: Send = async (_notification, signal) => {
      await delivered.promise;
      if (!signal.aborted) await once(signal, "abort");
      throw new Error("the deadline has passed");
    };
    const stop = startOutboxWorker({
      outbox: store.outbox,
      channels: new Map<Channel, Send>([
        ["email", hang],
        ["webhook", async () => delivered.resolve()],
      ]),
      log,
      deliveryMilliseconds: 50,
    });
    await expect
      .poll(async () => (await listRows(store))[0]?.deliveries)
      .toMatchObject([
        { channel: "email", last_error: "the deadline has passed" },
        { channel: "webhook", last_error: null, delivered_at: expect.any(String) },
      ]);
    await stop();
  });

  test("has no delivery in progress when it looks again or has stopped, whatever fails", async () => {
    for (let count = 2; count <= 12; count += 1) {
      await store.insert(MINIMAL_REQUIREMENT, String(count), UNTIMED);
    }
    let sent = 0;
    let inProgress = 0;
    const send: Send = async () => {
      sent += 1;
      inProgress += 1;
      // The others are still being sent when the first cannot be recorded.
      if (sent > 1) await unrecorded.promise;
      inProgress -= 1;
    };
    const unrecorded = Promise.withResolvers<void>();
    const recordResult: Outbox["recordResult"] = async () => {
      setImmediate(unrecorded.resolve);
      throw new StoreUnavailable("down", {});
    };
    const claim: Outbox["claim"] = async (...args) => {
      seen.push(inProgress);
      return store.outbox.claim(...args);
    };
    const seen: number[] = [];
    const stop = startOutboxWorker({
      outbox: { ...store.outbox, claim, recordResult },
      channels: new Map([["webhook", send]]),
      log: { ...log, warn: () => seen.push(inProgress) },
      pollMilliseconds: 1,
    });
    await expect.poll(() => seen.length).toBeGreaterThan(3);
    await stop();
    expect(new Set([...seen, inProgress])).toEqual(new Set([0]));
  });

  test("logs an outage of the store once, however long it lasts", async () => {
    const warnings: object[] = [];
    const reasons = ["down", "down", "down", "still down", "still down"];
    const claim: Outbox["claim"] = async () => {
      const reason = reasons.shift();
      if (reason) throw new StoreUnavailable(reason, {});
      return [];
    };
    const stop = startOutboxWorker({
      outbox: { ...store.outbox, claim },
      channels: new Map([["webhook", async () => {}]]),
      log: { ...log, warn: (facts) => warnings.push(facts) },
      pollMilliseconds: 1,
    });
    await expect.poll(() => reasons).toEqual([]);
    await stop();
    expect(warnings).toEqual([
      { channel: "webhook", reason: "down" },
      { channel: "webhook", reason: "still down" },
    ]);
  });
});

function recordCompanies(): { sent: string[]; send: Send } {
  const sent: string[] = [];
  const send: Send = async (notification) => {
    // Gives other servers a chance to claim it, too.
    await new Promise((resolve) => setImmediate(resolve));
    if (notification.kind === "request") sent.push(notification.request.company);
  };
  return { sent, send };
}
