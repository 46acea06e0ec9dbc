import { once } from "node:events";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import type { Send } from "./notice.ts";
import { backoffSeconds, startOutboxWorker, type Log } from "./outbox-worker.ts";
import {
  StoreUnavailable,
  type Channel,
  type Outbox,
  type RequirementStore,
  type StoredRequirement,
} from "../store/store.ts";
import { listRows } from "../../test-support/rows.ts";
import { startTestDatabases } from "../../test-support/databases.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const silent: Log = { info: () => {}, warn: () => {} };

/** Records the companies of sent requests; resolves after a number of deliveries. */
function createRecord() {
  const names: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    names,
    note(name: string) {
      names.push(name);
      for (const { count, resolve } of waiting) if (names.length >= count) resolve();
    },
    reached(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (names.length >= count) resolve();
      return promise;
    },
  };
}

const { databases } = await startTestDatabases();

describe.each(databases)("the outbox on $name", ({ open, run }) => {
  /** Makes every pending delivery due. */
  const makeDue = () =>
    run("update private.outbox set next_attempt_at = '2000-01-01T00:00:00.000+00:00'");
  const stores: RequirementStore[] = [];
  const openAnother = (names: Channel[] = ["webhook"]) => {
    const store = open(names);
    stores.push(store);
    return store;
  };
  const store = openAnother();
  afterAll(() => Promise.all(stores.map((each) => each.close())));

  const insert = (company: string) =>
    store.insert({ ...FULL_REQUIREMENT, company, data_type: company }, null);

  beforeEach(async () => {
    await store.requirements.erase({ who: FULL_REQUIREMENT.email });
  });

  test("delivers at once what is stored while it runs", async () => {
    const sent = createRecord();
    const worker = startOutboxWorker({
      outbox: store.outbox,
      channels: webhook(async ({ company }) => sent.note(company)),
      log: silent,
      pollMilliseconds: 3_600_000,
    });
    await insert("one");
    worker.wake();
    await sent.reached(1);
    await worker.stop();
    const [row] = await listRows(store);
    expect(row?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: expect.any(String), last_error: null },
    ]);
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 0, failing: 0 });
  });

  test("servers on one database notify by all their channels, in any order of starts", async () => {
    await store.outbox.removeChannel("webhook");
    await insert("quiet");
    expect((await listRows(store))[0]?.deliveries).toEqual([]);
    expect(await store.outbox.backlog()).toMatchObject({ channels: [], unannounced: 1 });
    // A server adds its channels when it opens the database.
    for (const channels of [["webhook"], ["email"], []] as Channel[][]) {
      await openAnother(channels).check();
    }
    await insert("announced twice");
    const twice = { channels: ["email", "webhook"], undelivered: 2, unannounced: 1 };
    expect(await store.outbox.backlog()).toMatchObject(twice);
    await store.outbox.removeChannel("email");
    await insert("announced once");
    expect(await store.outbox.backlog()).toMatchObject({ channels: ["webhook"], undelivered: 2 });
  });

  test("of three servers, exactly one delivers each request", async () => {
    const sent = createRecord();
    for (let index = 0; index < 60; index += 1) await insert(`company ${index}`);
    const workers = [store, openAnother(), openAnother()].map((each) =>
      startOutboxWorker({
        outbox: each.outbox,
        channels: webhook(async ({ company }) => {
          // Give the other servers a chance to claim it too.
          await new Promise((resolve) => setImmediate(resolve));
          sent.note(company);
        }),
        log: silent,
        pollMilliseconds: 10,
      }),
    );
    await sent.reached(60);
    for (const worker of workers) await worker.stop();
    expect(new Set(sent.names).size).toBe(60);
    expect(sent.names).toHaveLength(60);
  });

  test("a failure is recorded, counted and retried until delivered", async () => {
    await insert("stubborn");
    let attempts = 0;
    const sent = createRecord();
    const worker = startOutboxWorker({
      outbox: store.outbox,
      channels: webhook(async ({ company }) => {
        attempts += 1;
        if (attempts <= 2) throw new Error("the webhook responds with 500");
        sent.note(company);
      }),
      log: {
        ...silent,
        // The next attempt is hours away: make it due.
        warn: () => void makeDue(),
      },
      pollMilliseconds: 10,
    });
    await sent.reached(1);
    await worker.stop();
    expect(attempts).toBe(3);
  });

  test("a failure appears in the backlog and in the list", async () => {
    await insert("failing");
    const [delivery] = await store.outbox.claim("webhook", 10);
    if (!delivery) throw new Error("nothing was due");
    const failed = { kind: "failed", error: "no", retryInSeconds: 3_600 } as const;
    await store.outbox.recordResult(delivery, failed);
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 1, failing: 1 });
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: null, last_error: "no" },
    ]);
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
  });

  test("a claimed delivery goes to no other server, and a late result changes nothing", async () => {
    await insert("leased");
    const [first] = await store.outbox.claim("webhook", 10);
    expect(await openAnother().outbox.claim("webhook", 10)).toEqual([]);
    // The lease expires, as when a server crashed.
    await makeDue();
    const [second] = await store.outbox.claim("webhook", 10);
    if (!first || !second) throw new Error("nothing was due");
    expect(second.attempt).toBe(2);
    await store.outbox.recordResult(first, { kind: "failed", error: "late", retryInSeconds: 0 });
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ last_error: null }]);
    await store.outbox.recordResult(second, { kind: "delivered" });
    expect(await store.outbox.backlog()).toMatchObject({ undelivered: 0 });
  });

  test("a delivery that failed while the clock was ahead is due again", async () => {
    await insert("stray");
    const [delivery] = await store.outbox.claim("webhook", 10);
    if (!delivery) throw new Error("nothing was due");
    // As recorded by a server whose clock is a year ahead.
    const retryInSeconds = 365 * 86_400;
    await store.outbox.recordResult(delivery, { kind: "failed", error: "no", retryInSeconds });
    expect(await store.outbox.claim("webhook", 10)).toHaveLength(1);
  });

  test("a channel that hangs delays no other", async () => {
    const names: string[] = [];
    const both = new Map<Channel, Send>([
      ["email", (_requirement, signal) => once(signal, "abort").then(() => fail())],
      ["webhook", ofRequests(async ({ company }) => void names.push(company))],
    ]);
    const another = openAnother(["email", "webhook"]);
    await another.check();
    await insert("urgent");
    const done = Promise.withResolvers<void>();
    const worker = startOutboxWorker({
      outbox: another.outbox,
      channels: both,
      log: { warn: () => done.resolve(), info: () => {} },
      deliveryMilliseconds: 500,
    });
    // The e-mail has timed out: by then the webhook was delivered.
    await done.promise;
    expect(names).toEqual(["urgent"]);
    await worker.stop();
    await store.outbox.removeChannel("email");
  });

  test("erasing a person's requests erases their queued notifications", async () => {
    await insert("gone");
    expect(await store.requirements.erase({ who: FULL_REQUIREMENT.email.toUpperCase() })).toBe(1);
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
  });
});

function fail(): never {
  throw new Error("the deadline has passed");
}

function webhook(send: SendRequest): Map<Channel, Send> {
  return new Map([["webhook", ofRequests(send)]]);
}

type SendRequest = (requirement: StoredRequirement, signal: AbortSignal) => Promise<void>;

function ofRequests(send: SendRequest): Send {
  return async (notice, signal) => {
    if (notice.kind === "request") await send(notice.requirement, signal);
  };
}

test("delays double up to an hour, with 20 % jitter", () => {
  expect([1, 2, 3, 20, 1_000].map((attempt) => backoffSeconds(attempt, 0.5))).toEqual([
    5, 10, 20, 3_600, 3_600,
  ]);
  expect([backoffSeconds(1, 0), backoffSeconds(1, 0.75)]).toEqual([4, 5.5]);
});

test("an outage of the store is one line in the log, however long it lasts", async () => {
  const warnings: object[] = [];
  const polls = createRecord();
  const reasons = ["down", "down", "down", "still down", "still down"];
  const outbox = {
    claim: async () => {
      polls.note("poll");
      const reason = reasons.shift();
      if (reason) throw new StoreUnavailable(reason, {});
      return [];
    },
  } as unknown as Outbox;
  const worker = startOutboxWorker({
    outbox,
    channels: webhook(async () => {}),
    log: { ...silent, warn: (facts) => warnings.push(facts) },
    pollMilliseconds: 1,
  });
  await polls.reached(7);
  await worker.stop();
  expect(warnings).toEqual([
    { channel: "webhook", reason: "down" },
    { channel: "webhook", reason: "still down" },
  ]);
});
