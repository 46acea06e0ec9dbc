import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { UNTIMED } from "../../domain/wire/form-use.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { toTimestamp } from "./sql.ts";
import type { Channel, Delivery, RequestStore } from "./store.ts";

const DELIVERED = { kind: "delivered" } as const;
const FAILED = { kind: "failed", error: "no" } as const;

describe.each(DATABASES)("the outbox on %s", (kind) => {
  let database: TestDatabase;
  let store: RequestStore;
  beforeAll(async () => {
    database = await openDatabase(kind);
    store = openServer(["webhook"]);
  });
  beforeEach(() => store.requests.erase({}));
  afterAll(() => database.close());

  const openServer = (channels: Channel[]) => database.open({ channels });
  const insert = (company: string) =>
    store.insert({ ...FULL_REQUIREMENT, company, data_type: company }, null, UNTIMED);
  const claim = async ({ outbox }: RequestStore): Promise<Delivery> => {
    const [delivery] = await outbox.claim("webhook", 10);
    if (!delivery) throw new Error("nothing was due");
    return delivery;
  };
  const makeDue = () =>
    database.run("update private.outbox set next_attempt_at = '2000-01-01T00:00:00.000+00:00'");

  test("queues for the channels of all servers, in any order of their starts", async () => {
    await store.outbox.removeChannel("webhook");
    await insert("quiet");
    expect(await store.outbox.backlog()).toMatchObject({ channels: [], unannounced: 1 });
    // A server adds its channels when it opens the database.
    for (const channels of [["webhook"], ["email"], []] as Channel[][]) {
      await openServer(channels).check();
    }
    await insert("announced twice");
    const each = { undelivered: 1, failed: 0, since: null, last_error: null };
    expect(await store.outbox.backlog()).toMatchObject({
      channels: [
        { channel: "email", ...each },
        { channel: "webhook", ...each },
      ],
      unannounced: 1,
    });
    await store.outbox.removeChannel("email");
    await insert("announced once");
    expect(await store.outbox.backlog()).toMatchObject({
      channels: [{ channel: "webhook", undelivered: 2 }],
    });
  });

  test("shows a failure in the backlog and in the list, and retries it later", async () => {
    await insert("failing");
    await store.outbox.recordResult(await claim(store), FAILED);
    expect(await store.outbox.backlog()).toMatchObject({
      channels: [
        {
          undelivered: 1,
          failed: 1,
          since: (await listRows(store))[0]?.created_at,
          last_error: "no",
        },
      ],
    });
    expect((await listRows(store))[0]?.deliveries).toEqual([
      { channel: "webhook", attempts: 1, delivered_at: null, last_error: "no" },
    ]);
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
    await makeDue();
    expect(await claim(store)).toMatchObject({ claims: [{ attempt: 2 }] });
  });

  test.each([
    [1, 5],
    [2, 10],
    [10, 2_560],
    [11, 3_600],
    [5_000, 3_600],
  ])("tries again after attempt %i failed, %i seconds later", async (attempt, seconds) => {
    await insert("failing");
    await database.run(`update private.outbox set attempts = ${attempt - 1}`);
    const delivery = await claim(store);
    const before = Date.now();
    await store.outbox.recordResult(delivery, FAILED);
    const after = Date.now();
    const arrive = (milliseconds: number) =>
      database.run(`
        update private.outbox set next_attempt_at = '2000-01-01T00:00:00.000+00:00'
          where next_attempt_at <= '${toTimestamp(milliseconds)}'`);
    await arrive(before + seconds * 1_000 - 1);
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
    await arrive(after + seconds * 1_000 + 1);
    expect(await claim(store)).toMatchObject({ claims: [{ attempt: attempt + 1 }] });
  });

  test("says in the backlog since when requests are held", async () => {
    await insert("announced");
    expect(await store.outbox.backlog()).toMatchObject({ held_since: null });
    const held = await store.insert(FULL_REQUIREMENT, null, null);
    await store.insert(FULL_REQUIREMENT, null, null);
    const since = { held_since: held?.created_at };
    expect(await store.outbox.backlog()).toMatchObject(since);
    expect(await store.outbox.claim("webhook", 10)).toHaveLength(1);
  });

  test("announces a request without its texts once they may be what is rejected", async () => {
    await insert("<rejected>");
    for (const expected of ["request", "request", "request", "digest"]) {
      const delivery = await claim(store);
      expect(delivery.announcement.kind).toBe(expected);
      expect(JSON.stringify(delivery).includes("<rejected>")).toBe(expected === "request");
      await store.outbox.recordResult(delivery, FAILED);
      await makeDue();
    }
  });

  test("leases a delivery to one server; once the lease expired, its result is ignored", async () => {
    await insert("leased");
    const first = await claim(store);
    const other = openServer(["webhook"]);
    expect(await other.outbox.claim("webhook", 10)).toEqual([]);
    // As when the first server crashed.
    await makeDue();
    const second = await claim(other);
    await store.outbox.recordResult(first, FAILED);
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ last_error: null }]);
    await other.outbox.recordResult(second, DELIVERED);
    expect(await store.outbox.backlog()).toMatchObject({ channels: [{ undelivered: 0 }] });
  });

  test("forgets the notifications of requests that are erased", async () => {
    await insert("gone");
    await store.requests.erase({ email: FULL_REQUIREMENT.email });
    expect(await store.outbox.claim("webhook", 10)).toEqual([]);
  });

  describe("past 20 notifications within an hour", () => {
    /** Stores many requests, as if each had been sent by a form. */
    const insertMany = (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => {
        const now = toTimestamp(Date.now());
        return `('${crypto.randomUUID()}', '${now}', 'Ada', 'a@b.co', '1', 'Lab ${index}', '${now}')`;
      });
      return database.run(`
        insert into public.data_requirements
          (id, created_at, full_name, email, phone, company, reply_due) values ${rows.join(", ")}`);
    };
    /** Delivers what is due, until nothing is. */
    const deliverAll = async () => {
      const delivered: Delivery[] = [];
      for (;;) {
        const due = await store.outbox.claim("webhook", 10);
        if (due.length === 0) return delivered;
        for (const delivery of due) await store.outbox.recordResult(delivery, DELIVERED);
        delivered.push(...due);
      }
    };
    /** As if the last delivery had been some minutes ago. */
    const minutesLater = (minutes: number) => {
      const before = toTimestamp(Date.now() - minutes * 60_000);
      return database.run(
        `update private.outbox set delivered_at = '${before}' where delivered_at is not null`,
      );
    };
    const kindsOf = (deliveries: Delivery[]) =>
      deliveries.map(({ announcement }) => announcement.kind);

    test("what comes is announced by one digest ten minutes later, which is retried", async () => {
      await insertMany(20);
      expect(kindsOf(await deliverAll())).toEqual(Array(20).fill("request"));
      await insertMany(5);
      await minutesLater(9);
      expect(await deliverAll()).toEqual([]);

      await minutesLater(11);
      const digest = await claim(store);
      const announced = (await listRows(store)).filter(
        ({ deliveries }) => deliveries[0]?.delivered_at === null,
      );
      expect(announced).toHaveLength(5);
      expect(digest.announcement).toEqual({
        kind: "digest",
        requests: expect.arrayContaining(
          announced.map(({ id, full_name, company }) => ({ id, full_name, company })),
        ),
      });
      await store.outbox.recordResult(digest, FAILED);
      expect(await store.outbox.backlog()).toMatchObject({
        channels: [{ undelivered: 5, failed: 5 }],
      });
      expect(await deliverAll()).toEqual([]);
      await makeDue();
      // Without names, which a mail server may have rejected.
      const nameless = announced.map(({ id }) => ({ id, full_name: "", company: "" }));
      expect(await deliverAll()).toMatchObject([
        { announcement: { kind: "digest", requests: expect.arrayContaining(nameless) } },
      ]);
      expect(await store.outbox.backlog()).toMatchObject({ channels: [{ undelivered: 0 }] });
      for (const { deliveries } of await listRows(store)) {
        expect(deliveries).toMatchObject([{ delivered_at: expect.any(String), last_error: null }]);
      }
    });

    test("more than that at once are announced by one digest at once", async () => {
      await insertMany(21);
      const [delivery, ...others] = await deliverAll();
      expect(delivery?.claims).toHaveLength(21);
      expect(others).toEqual([]);
    });

    test("nobody is announced before those who wait, which would make them wait longer", async () => {
      await insertMany(20);
      await deliverAll();
      await insertMany(5);
      const one =
        "select requirement_id from private.outbox where delivered_at is not null limit 1";
      await database.run(`
        update private.outbox set delivered_at = '2000-01-01T00:00:00.000+00:00'
          where requirement_id in (${one})`);
      expect(await deliverAll()).toEqual([]);
      await minutesLater(11);
      expect(kindsOf(await deliverAll())).toEqual(["digest"]);
    });

    test("a digest does not wait once it has a thousand requests", async () => {
      await insertMany(20);
      await deliverAll();
      await insertMany(999);
      expect(await deliverAll()).toEqual([]);
      await insertMany(1);
      expect(await deliverAll()).toMatchObject([{ announcement: { kind: "digest" } }]);
      expect(await store.outbox.backlog()).toMatchObject({ channels: [{ undelivered: 0 }] });
    });

    test("one request that waited is announced by itself, and so are all an hour later", async () => {
      await insertMany(20);
      await deliverAll();
      await insertMany(1);
      await minutesLater(11);
      expect(kindsOf(await deliverAll())).toEqual(["request"]);
      await minutesLater(61);
      await insertMany(2);
      expect(kindsOf(await deliverAll())).toEqual(["request", "request"]);
    });

    test("a channel that delivered nothing announces each request", async () => {
      await openServer(["email"]).check();
      await insertMany(20);
      await deliverAll();
      expect(kindsOf(await store.outbox.claim("email", 10))).toEqual(Array(10).fill("request"));
      await store.outbox.removeChannel("email");
    });
  });
});
