import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { referenceOf } from "../../domain/identifiers.ts";
import { UNTIMED } from "../../domain/wire/form-use.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { Channel, RequestStore } from "../store/store.ts";
import { toMessage, type Message } from "./message.ts";
import type { Send } from "./notification.ts";
import { remind } from "./reminder.ts";

const context = { timeZone: "UTC", links: null };
const log = { info: () => {}, warn: () => {} };
const CHANNELS: Channel[] = ["email", "webhook"];

describe.each(DATABASES)("on %s, a reminder", (kind) => {
  let database: TestDatabase;
  let stores: RequestStore[];
  let store: RequestStore;
  beforeAll(async () => {
    database = await openDatabase(kind);
    stores = [1, 2, 3].map(() => database.open({ channels: CHANNELS }));
    [store = database.open()] = stores;
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await store.requests.erase({});
    await store.insert(MINIMAL_REQUIREMENT, null, UNTIMED);
    await dayLater();
  });

  /** What the provider is sent, by which channel, once every server has checked. */
  async function checkAll({ broken = [] }: { broken?: Channel[] } = {}) {
    const sent: { channel: Channel; message: Message }[] = [];
    const sendBy = (channel: Channel): Send => {
      return async (notification) => {
        if (broken.includes(channel)) throw new Error("451 try again later");
        sent.push({ channel, message: toMessage(notification, context) });
      };
    };
    const channels = new Map(CHANNELS.map((channel) => [channel, sendBy(channel)]));
    const { signal } = new AbortController();
    await Promise.all(stores.map((each) => remind({ store: each, channels, log }, signal)));
    return sent;
  }
  const dayLater = () =>
    database.run("update private.reminder set claimed_at = '2020-01-01T00:00:00+00:00'");
  const makeOverdue = () =>
    database.run("update public.data_requirements set reply_due = '2026-01-02T03:04:00+00:00'");

  test("is not sent while nothing is overdue and nothing fails", async () => {
    expect(await checkAll()).toEqual([]);
  });

  test("lists what is overdue, once a day from all servers together", async () => {
    await makeOverdue();
    const [row] = await listRows(store);
    const sent = await checkAll();
    expect(sent).toMatchObject([{ channel: "email", message: { subject: "1 reply is overdue" } }]);
    expect(JSON.stringify(sent)).toContain(referenceOf(row?.id ?? "?"));
    expect(JSON.stringify(sent)).toContain(
      "Ada Byron, Analytical Engines, ada@example.org, due Fri, 2 Jan 2026, 03:04 UTC",
    );
    expect(await checkAll()).toEqual([]);
    await dayLater();
    expect(await checkAll()).toHaveLength(1);
    await dayLater();
    await store.requests.markReplied({}, "command");
    expect(await checkAll()).toEqual([]);
  });

  test("says which channel has failed for an hour, by one that works", async () => {
    await database.run("update private.outbox set last_error = 'no' where channel = 'email'");
    expect(await checkAll()).toEqual([]);
    await database.run("update private.outbox set queued_at = '2026-01-02T03:04:00.000+00:00'");
    const sent = await checkAll({ broken: ["email"] });
    expect(sent).toMatchObject([{ channel: "webhook" }]);
    expect(JSON.stringify(sent)).toMatch(/email.*no/);
    // Nobody has to be replied to.
    expect(sent[0]?.message.advice).not.toContain("replied");
  });

  test("lists what is held as spam, on the day when one was held", async () => {
    for (let count = 1; count <= 21; count += 1) {
      const company = `Engines ${count}\t\u202E`;
      await store.insert({ ...MINIMAL_REQUIREMENT, company }, null, null);
    }
    const [sent, ...others] = await checkAll();
    expect(others).toEqual([]);
    const { subject, details, advice } = sent?.message ?? {};
    expect(subject).toBe("21 requests are held as spam");
    // The newest first.
    const [newest] = await listRows(store);
    const reference = referenceOf(newest?.id ?? "?");
    expect(details).toHaveLength(21);
    expect(details?.at(0)).toEqual({
      label: "Held as spam",
      value: expect.stringMatching(`^${reference}, Ada Byron, Engines \\d+ <U.202E>, no-form$`),
    });
    expect(details?.at(-1)).toEqual({ label: "Held as spam", value: "and 1 more" });
    expect(advice).toMatch(/requests -- list --held$/m);
    await database.run(
      "update public.data_requirements set created_at = '2019-12-31T00:00:00+00:00'",
    );
    await dayLater();
    expect(await checkAll()).toEqual([]);
  });

  test("leaves out what the probe sent", async () => {
    const formUse = { honeypot: "probe", fillMilliseconds: null } as const;
    await store.insert(MINIMAL_REQUIREMENT, null, formUse);
    expect(await checkAll()).toEqual([]);
    await store.insert(MINIMAL_REQUIREMENT, null, null);
    const sent = await checkAll();
    expect(sent).toMatchObject([{ message: { subject: "1 request is held as spam" } }]);
    expect(sent[0]?.message.details).toHaveLength(1);
  });

  test("says the next day that one was held just after the last reminder", async () => {
    await store.insert(MINIMAL_REQUIREMENT, "held", null);
    await database.run(
      "update public.data_requirements set created_at = '2020-01-01T00:05:00+00:00'",
    );
    await dayLater();
    expect(await checkAll({ broken: CHANNELS })).toEqual([]);
    expect(await checkAll()).toHaveLength(1);
    expect(await checkAll()).toEqual([]);
  });

  test("lists what a rule guessed before what is certainly spam", async () => {
    const named = (company: string) => ({ ...MINIMAL_REQUIREMENT, company });
    await store.insert({ ...named("a person's"), full_name: "http://a.example" }, null, UNTIMED);
    for (let index = 0; index < 21; index += 1) await store.insert(named("junk"), null, null);
    await dayLater();
    const [{ message } = { message: null }] = await checkAll();
    const held = message?.details.filter(({ label }) => label === "Held as spam") ?? [];
    expect(held).toHaveLength(21);
    expect(held[0]?.value).toContain("a person's");
    expect(held.at(-1)?.value).toBe("and 2 more");
  });

  test("whose names are rejected is sent without them", async () => {
    await store.insert({ ...MINIMAL_REQUIREMENT, company: "<rejected>" }, null, null);
    await dayLater();
    const sent: Message[] = [];
    const send: Send = async (notification) => {
      const message = toMessage(notification, context);
      if (JSON.stringify(message).includes("<rejected>")) throw new Error("554 rejected");
      sent.push(message);
    };
    const channels = new Map([["email", send] as const]);
    await remind({ store, channels, log }, new AbortController().signal);
    expect(sent).toMatchObject([{ subject: "1 request is held as spam" }]);
  });

  test("that no channel accepts is sent once one does", async () => {
    await makeOverdue();
    expect(await checkAll({ broken: CHANNELS })).toEqual([]);
    expect(await checkAll()).toHaveLength(1);
  });
});
