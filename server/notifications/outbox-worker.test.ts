import { once } from "node:events";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { UNTIMED } from "../../domain/spam.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { Channel, Delivery, Outbox, RequirementStore } from "../store/store.ts";
import { StoreUnavailable } from "../store/store.ts";
import type { Send } from "./notification.ts";
import { backoffSeconds, startOutboxWorker, type Log } from "./outbox-worker.ts";

const log: Log = { info: () => {}, warn: () => {} };

describe.each(DATABASES)("the outbox on %s", (kind) => {
  let database: TestDatabase;
  let store: RequirementStore;
  beforeAll(async () => {
    database = await openDatabase(kind);
    store = openServer(["webhook"]);
  });
  beforeEach(() => store.requirements.erase({}));
  afterAll(() => database.close());

  const openServer = (channels: Channel[]) => database.open({ channels });
  const insert = (company: string) =>
    store.insert({ ...FULL_REQUIREMENT, company, data_type: company }, null, UNTIMED);
  const claim = async ({ outbox }: RequirementStore): Promise<Delivery> => {
    const [delivery] = await outbox.claim("webhook", 10);
    if (!delivery) throw new Error("nothing was due");
    return delivery;
  };
  const makeDue = () =>
    database.run("update private.outbox set next_attempt_at = '2000-01-01T00:00:00.000+00:00'");

  test("delivers at once what is stored while the server runs", async () => {
    const { sent, send } = recordCompanies();
    const channels = new Map([["webhook", send] as const]);
    const worker = startOutboxWorker({ outbox: store.outbox, channels, log });
    await insert("one");
    worker.wake();
    await expect.poll(() => sent).toEqual(["one"]);
    await worker.stop();
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: expect.any(String), last_error: null },
    ]);
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 0, failing: 0 });
  });

  test("delivers each request once, whichever of three servers does it", async () => {
    const companies = Array.from({ length: 60 }, (_, index) => `company ${index}`);
    for (const company of companies) await insert(company);
    const { sent, send } = recordCompanies();
    const channels = new Map([["webhook", send] as const]);
    const servers = [store, openServer(["webhook"]), openServer(["webhook"])];
    const workers = servers.map(({ outbox }) => startOutboxWorker({ outbox, channels, log }));
    await expect.poll(async () => (await store.outbox.backlog()).undelivered).toBe(0);
    for (const worker of workers) await worker.stop();
    expect(sent.toSorted()).toEqual(companies.toSorted());
  });

  test("queues for the channels of all servers, in any order of their starts", async () => {
    await store.outbox.removeChannel("webhook");
    await insert("quiet");
    expect(await store.outbox.backlog()).toMatchObject({ channels: [], unannounced: 1 });
    // A server adds its channels when it opens the database.
    for (const channels of [["webhook"], ["email"], []] as Channel[][]) {
      await openServer(channels).check();
    }
    await insert("announced twice");
    const twice = { channels: ["email", "webhook"], undelivered: 2, unannounced: 1 };
    expect(await store.outbox.backlog()).toMatchObject(twice);
    await store.outbox.removeChannel("email");
    await insert("announced once");
    expect(await store.outbox.backlog()).toMatchObject({ channels: ["webhook"], undelivered: 2 });
  });

  test("shows a failure in the backlog and in the list, and retries it later", async () => {
    await insert("failing");
    const failed = { kind: "failed", error: "no", retryInSeconds: 3_600 } as const;
    await store.outbox.recordResult(await claim(store), failed);
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 1, failing: 1 });
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: null, last_error: "no" },
    ]);
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
    await makeDue();
    expect(await claim(store)).toMatchObject({ attempt: 2 });
  });

  test("leases a delivery to one server; once the lease expired, its result is ignored", async () => {
    await insert("leased");
    const first = await claim(store);
    const other = openServer(["webhook"]);
    expect(await other.outbox.claim("webhook", 10)).toEqual([]);
    // As when the first server crashed.
    await makeDue();
    const second = await claim(other);
    await store.outbox.recordResult(first, { kind: "failed", error: "late", retryInSeconds: 0 });
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ last_error: null }]);
    await other.outbox.recordResult(second, { kind: "delivered" });
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 0 });
  });

  test("retries what failed while a server's clock was a year ahead", async () => {
    await insert("stray");
    const retryInSeconds = 365 * 86_400;
    const failed = { kind: "failed", error: "no", retryInSeconds } as const;
    await store.outbox.recordResult(await claim(store), failed);
    expect(await claim(store)).toMatchObject({ attempt: 2 });
  });

  test("forgets the notifications of requests that are erased", async () => {
    await insert("gone");
    await store.requirements.erase({ who: FULL_REQUIREMENT.email });
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
  });
});

describe("a worker", () => {
  let database: TestDatabase;
  let store: RequirementStore;
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
    const worker = startOutboxWorker({
      outbox: store.outbox,
      channels: new Map([["webhook", flaky]]),
      log: { ...log, warn },
      pollMilliseconds: 10,
    });
    await expect.poll(() => sent).toHaveLength(1);
    await worker.stop();
  });

  test("delivers by one channel while another hangs, and ends that at its deadline", async () => {
    const delivered = Promise.withResolvers<void>();
    const hang: Send = async (_notification, signal) => {
      await delivered.promise;
      if (!signal.aborted) await once(signal, "abort");
      throw new Error("the deadline has passed");
    };
    const worker = startOutboxWorker({
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
    await worker.stop();
  });

  test("logs an outage of the store once, however long it lasts", async () => {
    const warnings: object[] = [];
    const reasons = ["down", "down", "down", "still down", "still down"];
    const claim: Outbox["claim"] = async () => {
      const reason = reasons.shift();
      if (reason) throw new StoreUnavailable(reason, {});
      return [];
    };
    const worker = startOutboxWorker({
      outbox: { ...store.outbox, claim },
      channels: new Map([["webhook", async () => {}]]),
      log: { ...log, warn: (facts) => warnings.push(facts) },
      pollMilliseconds: 1,
    });
    await expect.poll(() => reasons).toEqual([]);
    await worker.stop();
    expect(warnings).toEqual([
      { channel: "webhook", reason: "down" },
      { channel: "webhook", reason: "still down" },
    ]);
  });

  test("waits twice as long after each failure, up to an hour, with 20 % jitter", () => {
    const seconds = [1, 2, 3, 20, 1_000].map((attempt) => backoffSeconds(attempt, 0.5));
    expect(seconds).toEqual([5, 10, 20, 3_600, 3_600]);
    expect([backoffSeconds(1, 0), backoffSeconds(1, 0.75)]).toEqual([4, 5.5]);
  });
});

function recordCompanies(): { sent: string[]; send: Send } {
  const sent: string[] = [];
  const send: Send = async (notification) => {
    // Gives other servers a chance to claim it, too.
    await new Promise((resolve) => setImmediate(resolve));
    if (notification.kind === "request") sent.push(notification.requirement.company);
  };
  return { sent, send };
}
