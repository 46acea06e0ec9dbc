import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { backoffSeconds, startCourier, type CourierLog, type Send } from "./courier.ts";
import { PostgresStore } from "./postgres-store.ts";
import { SqliteStore } from "./sqlite-store.ts";
import type { Channel, RequestStore } from "./store.ts";
import { listRows } from "../test-support/homes.ts";
import { startPostgres } from "../test-support/postgres.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const folder = mkdtempSync(join(tmpdir(), "site-outbox-"));
const cluster = await startPostgres();
const kinds: { name: string; open: () => RequestStore }[] = [
  { name: "SQLite", open: () => new SqliteStore(join(folder, "requests.sqlite")) },
];
if (typeof cluster === "string") process.stdout.write(`Skipped on PostgreSQL: ${cluster}.\n`);
else kinds.push({ name: "PostgreSQL", open: () => new PostgresStore(cluster.url()) });

afterAll(async () => {
  if (typeof cluster !== "string") await cluster.stop();
  rmSync(folder, { recursive: true });
});

const silent: CourierLog = { info: () => {}, warn: () => {} };

/** Notes who was told of what, and resolves once a number of deliveries have come. */
function createLedger() {
  const told: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    told,
    note(name: string) {
      told.push(name);
      for (const { count, resolve } of waiting) if (told.length >= count) resolve();
    },
    reached(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (told.length >= count) resolve();
      return promise;
    },
  };
}

describe.each(kinds)("the outbox on $name", ({ open }) => {
  const stores: RequestStore[] = [];
  const openAnother = () => {
    const store = open();
    stores.push(store);
    return store;
  };
  const store = openAnother();
  afterAll(() => Promise.all(stores.map((each) => each.close())));

  const insert = (company: string) => store.insert({ ...FULL_REQUIREMENT, company }, null);

  beforeEach(async () => {
    await store.desk.erase(FULL_REQUIREMENT.email);
    await store.outbox.setChannels(["webhook"]);
  });

  test("tells of what is stored while it runs, at once", async () => {
    const ledger = createLedger();
    const courier = startCourier({
      outbox: store.outbox,
      channels: channels(async ({ company }) => ledger.note(company)),
      log: silent,
      restMilliseconds: 3_600_000,
    });
    await insert("one");
    courier.wake();
    await ledger.reached(1);
    await courier.stop();
    const [row] = await listRows(store);
    expect(row?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: expect.any(String), last_error: null },
    ]);
    expect(await store.outbox.promises()).toMatchObject({ undelivered: 0, failing: 0 });
  });

  test("tells of what was stored while no courier ran", async () => {
    await insert("early");
    const ledger = createLedger();
    const courier = startCourier({
      outbox: openAnother().outbox,
      channels: channels(async ({ company }) => ledger.note(company)),
      log: silent,
    });
    await ledger.reached(1);
    await courier.stop();
    expect(ledger.told).toEqual(["early"]);
  });

  test("queues nothing while there is no channel", async () => {
    await store.outbox.setChannels([]);
    await insert("quiet");
    expect((await listRows(store))[0]?.deliveries).toEqual([]);
  });

  test("of three servers, one tells of each request", async () => {
    const ledger = createLedger();
    for (let index = 0; index < 60; index += 1) await insert(`company ${index}`);
    const couriers = [store, openAnother(), openAnother()].map((each) =>
      startCourier({
        outbox: each.outbox,
        channels: channels(async ({ company }) => {
          // Give the others every chance to take it too.
          await new Promise((resolve) => setImmediate(resolve));
          ledger.note(company);
        }),
        log: silent,
        restMilliseconds: 10,
      }),
    );
    await ledger.reached(60);
    for (const courier of couriers) await courier.stop();
    expect(new Set(ledger.told).size).toBe(60);
    expect(ledger.told).toHaveLength(60);
  });

  test("a failure is noted, counted and tried again until it is taken", async () => {
    await insert("stubborn");
    let attempts = 0;
    const ledger = createLedger();
    const courier = startCourier({
      outbox: store.outbox,
      channels: channels(async ({ company }) => {
        attempts += 1;
        if (attempts <= 2) throw new Error("the webhook answers 500");
        ledger.note(company);
      }),
      log: {
        ...silent,
        // The next attempt is hours away: bring it here.
        warn: () => void makeDue(store),
      },
      restMilliseconds: 10,
    });
    await ledger.reached(1);
    await courier.stop();
    expect(attempts).toBe(3);
  });

  test("a failure shows in the counts and at the desk", async () => {
    await insert("failing");
    const [delivery] = await store.outbox.claim(["webhook"], 10);
    if (!delivery) throw new Error("nothing was due");
    await store.outbox.settle(delivery, { kind: "failed", error: "no", retryInSeconds: 3_600 });
    expect(await store.outbox.promises()).toMatchObject({ undelivered: 1, failing: 1 });
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: null, last_error: "no" },
    ]);
    expect(await store.outbox.claim(["webhook"], 10)).toEqual([]);
  });

  test("what one server has taken no other gets, and a late answer changes nothing", async () => {
    await insert("leased");
    const [first] = await store.outbox.claim(["webhook"], 10);
    expect(await openAnother().outbox.claim(["webhook"], 10)).toEqual([]);
    // The lease runs out, as when a server died.
    await makeDue(store);
    const [second] = await store.outbox.claim(["webhook"], 10);
    if (!first || !second) throw new Error("nothing was due");
    expect(second.attempt).toBe(2);
    await store.outbox.settle(first, { kind: "failed", error: "late", retryInSeconds: 0 });
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ last_error: null }]);
    await store.outbox.settle(second, { kind: "delivered" });
    expect(await store.outbox.promises()).toMatchObject({ undelivered: 0 });
  });

  test("erasing a person's requests erases what was queued of them", async () => {
    await insert("gone");
    expect(await store.desk.erase(FULL_REQUIREMENT.email.toUpperCase())).toBe(1);
    expect(await store.outbox.claim(["webhook"], 10)).toEqual([]);
  });
});

function channels(send: Send): Map<Channel, Send> {
  return new Map([["webhook", send]]);
}

/** Turns every pending delivery due now, as time would. */
async function makeDue(store: RequestStore): Promise<void> {
  if (store instanceof SqliteStore) {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(store.place, { timeout: 5_000 });
    database.exec("update outbox set next_attempt_at = '2000'");
    database.close();
  } else if (typeof cluster !== "string") {
    await cluster.run("update private.outbox set next_attempt_at = '2000-01-01'");
  }
}

test("pauses double up to an hour, spread by a fifth", () => {
  expect([1, 2, 3, 20, 1_000].map((attempt) => backoffSeconds(attempt, 0.5))).toEqual([
    5, 10, 20, 3_600, 3_600,
  ]);
  expect([backoffSeconds(1, 0), backoffSeconds(1, 0.75)]).toEqual([4, 5.5]);
});
