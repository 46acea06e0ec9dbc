/** Tests servers, desks and schedules that share a database, with different channels. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Channel } from "../../domain/channels.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import { startOutboxWorker } from "./outbox-worker.ts";

const PROGRAMS: Record<string, Channel[]> = {
  "a server with mail": ["mail"],
  "a server with mail and a webhook": ["mail", "webhook"],
  "a desk without channels": [],
  "the command notify with a chat": ["chat"],
};

function permutationsOf(names: string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    permutationsOf(names.filter((other) => other !== name)).map((rest) => [name].concat(rest)),
  );
}

describe.each(ENGINES)("on %s", (engine) => {
  let data: TestDatabase;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 26, 12);
    data = await createDatabase(engine);
  });
  afterEach(() => data.remove());

  const open = (channels: Channel[]) => data.open({ channels, now: () => now });

  async function insert(store: RequestStore): Promise<string> {
    const row = await store.insert(MINIMAL_REQUIREMENT, null, null);
    return row?.id ?? "";
  }

  /** Confirms channels and removes unused ones, as a server does at its start and every hour. */
  async function keepChannels(store: RequestStore): Promise<string[]> {
    const removed: string[] = [];
    const log = {
      info: () => {},
      warn: (facts: object) => removed.push(...(facts as { removed: string[] }).removed),
    };
    const stop = startOutboxWorker({ store, channels: [], log });
    await stop();
    return removed;
  }

  test.each(permutationsOf(Object.keys(PROGRAMS)).map((order) => [order.join(", "), order]))(
    "started in the order %s, and again, each program announces every later request",
    async (_title, order) => {
      const first = await insert(open(["mail", "webhook", "chat"]));
      for (const round of ["a start", "a restart"]) {
        for (const name of order) await keepChannels(open(PROGRAMS[name] ?? []));
        const id = await insert(open([]));
        const expected = round === "a start" ? [first, id] : [id];
        for (const channel of ["mail", "webhook", "chat"] as const) {
          const due = await open([channel]).outbox.claimAll(channel);
          expect(due.toSorted()).toEqual(expected.toSorted());
        }
      }
    },
  );

  test("a channel that comes back within a month announces what came meanwhile, as after an outage", async () => {
    await open(["mail"]).check();
    now += 29 * DAY_MS;
    const desk = open([]);
    const id = await insert(desk);
    expect(await keepChannels(desk)).toEqual([]);
    const mail = open(["mail"]);
    expect(await mail.outbox.claimAll("mail")).toEqual([id]);
  });

  test("a channel that no program has had for a month is removed by a server, and announces only later requests when it is added again", async () => {
    const server = open(["webhook"]);
    await open(["mail"]).check();
    await insert(server);
    now += 30 * DAY_MS;
    expect(await keepChannels(server)).toEqual(["mail"]);
    await insert(server);
    const mail = open(["mail"]);
    await mail.check();
    const id = await insert(server);
    expect(await mail.outbox.claimAll("mail")).toEqual([id]);
    expect(await server.outbox.claimAll("webhook")).toHaveLength(3);
  });

  test("a failing channel is reported by every program while one has it, and not for long after it was removed", async () => {
    const server = open(["mail"]);
    await server.outbox.confirmChannels();
    await server.outbox.recordFailure("mail", "535");
    now += DAY_MS;
    await keepChannels(server);
    const desk = open(["webhook"]);
    expect(await desk.outbox.readState()).toBe("failing");
    now += 4 * HOUR_MS;
    expect(await desk.outbox.readState()).toBe("ok");
    expect(await server.outbox.readState()).toBe("failing");
  });
});

describe.runIf(ENGINES.includes("PostgreSQL"))("on PostgreSQL", () => {
  let data: TestDatabase;
  let server: RequestStore;
  beforeEach(async () => {
    data = await createDatabase("PostgreSQL");
    server = data.open({ channels: ["mail"] });
  });
  afterEach(() => data.remove());

  /** Claims requests by a server whose clock is ahead by this time, or behind if it is negative. */
  async function claimWithClock(aheadMs: number): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
    const other = data.open({ channels: ["mail"] });
    return other.outbox.claimAll("mail").finally(() => vi.useRealTimers());
  }

  test("two servers whose clocks differ by 70 seconds deliver a request once", async () => {
    await server.insert(MINIMAL_REQUIREMENT, null, null);
    expect(await server.outbox.claimAll("mail")).toHaveLength(1);
    expect(await claimWithClock(MINUTE_MS + 10_000)).toEqual([]);
  });

  test("a direct insert is announced at once, even if the database's clock is ten minutes ahead", async () => {
    await server.check();
    await data.query("insert into data_requirements (email) values ('direct@example.org')");
    expect(await claimWithClock(-10 * MINUTE_MS)).toHaveLength(1);
  });
});
