import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Channel } from "../../domain/channels.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import { startMailbox } from "../../test-support/services/mailbox.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import { createMail } from "./mail.ts";
import { DeliveryFailed, type Notification, type Send } from "./notification.ts";
import { startOutboxWorker } from "./outbox-worker.ts";

describe.each(ENGINES)("on %s", (engine) => {
  let data: TestDatabase;
  let store: RequestStore;
  let now: number;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 26, 12);
    data = await createDatabase(engine);
    store = data.open({ channels: ["mail", "webhook"], now: () => now });
  });
  afterEach(async () => {
    await stop();
    await data.remove();
  });

  const LOG = { info: () => {}, warn: () => {} };

  async function insert(...companies: string[]) {
    for (const company of companies) await insertOne(company, null);
  }

  function insertSpam(reason: SpamReason) {
    return insertOne(reason, reason);
  }

  function insertOne(company: string, spamReason: SpamReason | null) {
    pass(1);
    return store.insert({ ...MINIMAL_REQUIREMENT, company }, null, spamReason);
  }

  function pass(milliseconds: number) {
    now += milliseconds;
  }

  /** Time passes at each poll, because a delivery in progress reads the clock, too. */
  function lengthAfter(milliseconds: number, sent: string[]) {
    pass(milliseconds);
    return sent.length;
  }

  const PAUSE = { minimumMs: 5, maximumMs: 5 };

  const DOWN = new DeliveryFailed("ECONNREFUSED");
  const REJECTED = new DeliveryFailed("422", { isContentRejected: true });

  function start({
    channel = "webhook",
    respond = () => null,
    send,
  }: { channel?: Channel; respond?: (text: string) => Error | null; send?: Send } = {}) {
    const sent: string[] = [];
    const recordSent: Send = async (notification) => {
      const text = describeNotification(notification);
      pass(1);
      sent.push(text);
      const failure = respond(text);
      if (failure) throw failure;
    };
    stop = startOutboxWorker({
      store,
      channels: [{ channel, send: send ?? recordSent }],
      log: LOG,
      pause: PAUSE,
    });
    return sent;
  }

  function describeNotification(notification: Notification): string {
    if (notification.kind === "request") return notification.request.company;
    if (notification.kind === "spam") return `${notification.count} spam`;
    return notification.kind === "digest" ? `${notification.count} more` : notification.kind;
  }

  const SIXTY = Array.from({ length: 60 }, (_, index) => `request ${index}`);

  describe("a program", () => {
    test("a program gets each request as an event of its own, newest first, however many came", async () => {
      await insert(...SIXTY, "one more");
      const sent = start();
      await expect.poll(() => sent).toEqual(["one more", ...SIXTY.toReversed()]);
    });

    describe.each([
      ["the receiver rejects", REJECTED, "422"],
      ["the receiver fails on", DOWN, "ECONNREFUSED"],
      ["a bug fails on", new TypeError("a bug"), "unexpected error"],
    ])("if %s one request,", (_what, failure, reason) => {
      test.each([
        ["it is delivered", async (_id: string, accept: () => void) => accept()],
        ["it is erased", (id: string) => store.erase({ id })],
        ["it is marked as spam", (id: string) => store.markSpam(id)],
      ])("the channel fails, although it accepts others, until %s", async (_end, end) => {
        let isAccepted = false;
        const respond = (text: string) => (text === "bad" && !isAccepted ? failure : null);
        const sent = start({ respond });
        const id = (await insertOne("bad", null))?.id ?? "";
        await expect.poll(() => sent).toContain("bad");
        for (const company of ["first", "second"]) {
          await insert(company);
          await expect.poll(() => sent).toContain(company);
        }
        expect(await store.outbox.listFailing()).toMatchObject([
          { channel: "webhook", reason, request: id },
        ]);
        pass(HOUR_MS);
        expect(await store.outbox.readState()).toBe("failing");
        await end(id, () => (isAccepted = true));
        // The worker may have tried again before the failure ended.
        pass(HOUR_MS);
        await insert("third");
        await expect.poll(() => sent).toContain("third");
        await expect.poll(() => store.outbox.listFailing()).toEqual([]);
      });
    });

    test("a request that a program rejects is retried on its own schedule", async () => {
      const sent = start({ respond: (text) => (text === "bad" ? REJECTED : null) });
      await insert("bad");
      await expect.poll(() => sent).toEqual(["bad"]);
      await insert("first");
      await expect.poll(() => sent).toEqual(["bad", "first"]);
      await insert("second");
      await expect.poll(() => sent).toEqual(["bad", "first", "second"]);
      pass(MINUTE_MS);
      await expect.poll(() => sent.slice(3)).toEqual(["bad"]);
    });

    test("a start retries at once what an earlier server could not deliver", async () => {
      const id = (await insertOne("delayed", null))?.id ?? "";
      await store.outbox.recordUndelivered("webhook", [id], { reason: "401", attempts: 9 });
      const sent = start();
      await expect.poll(() => sent).toEqual(["delayed"]);
    });

    test("a request on which the receiver fails delays no later one", async () => {
      const sent = start({ respond: (text) => (text.startsWith("failing") ? DOWN : null) });
      for (const round of ["1", "2", "3"]) {
        await insert(`failing ${round}`);
        await expect.poll(() => sent).toContain(`failing ${round}`);
        pass(MINUTE_MS);
        await insert(`person ${round}`);
        await expect.poll(() => sent).toContain(`person ${round}`);
      }
    });
  });

  describe("people", () => {
    test("people get 60 messages an hour, and then one digest an hour", async () => {
      await insert(...SIXTY, "61", "62");
      const sent = start({ channel: "mail" });
      const newest = ["62", "61", ...SIXTY.slice(2).toReversed()];
      await expect.poll(() => sent).toEqual([...newest, "2 more"]);
      await insert("63");
      pass(HOUR_MS - MINUTE_MS);
      await insert("64");
      const [erased] = (await store.find({})).slice(-1);
      await store.erase({ id: erased?.id ?? "" });
      await stop();
      expect(sent.slice(61)).toEqual([]);
      pass(MINUTE_MS);
      const later = start({ channel: "mail" });
      await expect.poll(() => later).toEqual(["63"]);
      await insert("65");
      await expect.poll(() => later).toEqual(["63", "65"]);
    });

    test("after a restart, the messages of the last hour still count", async () => {
      await insert(...SIXTY, "61", "62");
      const sent = start({ channel: "mail" });
      await expect.poll(() => sent.at(-1)).toBe("2 more");
      await stop();
      await insert("63");
      const later = start({ channel: "mail" });
      pass(HOUR_MS - MINUTE_MS);
      await insert("64");
      await expect.poll(() => store.outbox.countDelivered("mail")).toBe(61);
      expect(later).toEqual([]);
      // Stopped while time passes, because the worker must not read the clock in between.
      await stop();
      pass(MINUTE_MS);
      const last = start({ channel: "mail" });
      await expect.poll(() => last).toEqual(["64", "63"]);
    });

    test("in an outage of any length the channel fails, and then people get every request with its text", async () => {
      await insert("first", "second");
      let isDown = true;
      const sent = start({ channel: "mail", respond: () => (isDown ? DOWN : null) });
      const failing = () => store.outbox.listFailing();
      await expect.poll(failing).toMatchObject([{ channel: "mail", reason: "ECONNREFUSED" }]);
      const [first] = await failing();
      await expect.poll(() => lengthAfter(HOUR_MS, sent)).toBeGreaterThan(20);
      expect(await failing()).toEqual([first]);
      isDown = false;
      sent.length = 0;
      await insert("third");
      await expect.poll(() => sent.toSorted()).toEqual(["first", "second", "third"]);
      await expect.poll(() => store.outbox.listFailing()).toEqual([]);
    });

    test("a mail whose text is rejected is sent again at once without the visitor's words", async () => {
      const mailbox = await startMailbox({ what: "message", code: 550, text: "Poker" });
      const config = { smtpUrl: mailbox.url, from: "site@example.com", to: ["sales@example.com"] };
      const deskUrl = "https://site.example/requests";
      start({ channel: "mail", send: createMail(config, { timeZone: "UTC", deskUrl }).send });
      const id = (await insertOne("Poker & Co", null))?.id ?? "";
      await expect.poll(() => mailbox.messages).toHaveLength(1);
      await stop();
      await mailbox.stop();
      const { subject, text } = await PostalMime.parse(mailbox.messages[0] ?? "");
      expect(subject).toBe(`Data request ${referenceOf(id)}`);
      expect(text).toContain("Reply due: Fri, 27 Nov 2026, 12:00 UTC\n");
      expect(text).toContain(`${deskUrl}/${id}\n`);
      expect(mailbox.messages[0]).not.toMatch(/Poker|Ada Byron|ada@example\.org/);
      expect(await store.outbox.listFailing()).toEqual([]);
    });

    test("if a message without the visitor's words is rejected, too, the channel fails until one is accepted", async () => {
      let isBlocked = true;
      const sent = start({ channel: "mail", respond: () => (isBlocked ? REJECTED : null) });
      await insert("first");
      await expect.poll(() => sent).toEqual(["first", "reference"]);
      await expect.poll(() => store.outbox.listFailing()).toMatchObject([{ channel: "mail" }]);
      isBlocked = false;
      sent.length = 0;
      await insert("second");
      await expect.poll(() => sent).toEqual(["second"]);
      pass(MINUTE_MS);
      await expect.poll(() => sent).toEqual(["second", "first"]);
      await expect.poll(() => store.outbox.listFailing()).toEqual([]);
    });

    test("after an outage, a request behind a flood is sent first", async () => {
      let isDown = true;
      const sent = start({ channel: "mail", respond: () => (isDown ? DOWN : null) });
      await insert(...SIXTY, ...SIXTY, "person");
      await expect.poll(() => sent.length).toBeGreaterThan(10);
      pass(HOUR_MS);
      isDown = false;
      sent.length = 0;
      await expect.poll(() => sent.at(-1)).toBe("61 more");
      // One delivery may have been in progress.
      expect(sent.slice(0, 2)).toContain("person");
    });

    test("people get messages after the clock was wrong for a while", async () => {
      let isDown = true;
      const respond = () => (isDown ? DOWN : null);
      const sent = start({ channel: "mail", respond });
      now += 365 * DAY_MS;
      await insert("first");
      await expect.poll(() => sent).toEqual(["first"]);
      now -= 365 * DAY_MS;
      isDown = false;
      await expect.poll(() => sent.slice(1)).toEqual(["first"]);
      await insert("person");
      await expect.poll(() => sent.slice(2)).toEqual(["person"]);
    });
  });

  describe("suspected spam", () => {
    test("suspected spam is announced by count: the first at once, the rest an hour later", async () => {
      const first = await insertSpam("honeypot");
      await insertSpam("probe");
      await insertSpam("flagged");
      const sent = start();
      await expect.poll(() => sent).toEqual(["1 spam"]);
      await stop();
      await insertSpam("link");
      await insertSpam("honeypot");
      pass(HOUR_MS - MINUTE_MS);
      await store.markNotSpam(first?.id ?? "");
      const later = start();
      await expect.poll(() => later).toEqual(["honeypot"]);
      await stop();
      pass(MINUTE_MS);
      const last = start();
      await expect.poll(() => last).toEqual(["2 spam"]);
    });

    test("a count that an outage kept back is announced as soon as the channel works again", async () => {
      await insertSpam("link");
      let isDown = true;
      const sent = start({ channel: "mail", respond: () => (isDown ? DOWN : null) });
      await expect.poll(() => lengthAfter(HOUR_MS, sent)).toBeGreaterThan(12);
      isDown = false;
      sent.length = 0;
      await insert("person");
      await expect.poll(() => sent.toSorted()).toEqual(["1 spam", "person"]);
    });

    test("a count that is not delivered is announced later, also after a restart", async () => {
      await insertSpam("link");
      let isDown = true;
      const sent = start({ channel: "mail", respond: () => (isDown ? DOWN : null) });
      await expect.poll(() => sent).toEqual(["1 spam"]);
      await stop();
      isDown = false;
      pass(MINUTE_MS);
      await insertSpam("link");
      const later = start({ channel: "mail" });
      await expect.poll(() => later).toEqual(["2 spam"]);
      await stop();
      const last = start({ channel: "mail" });
      for (const company of ["first", "second"]) {
        await insert(company);
        await expect.poll(() => last).toContain(company);
      }
      expect(last).toEqual(["first", "second"]);
    });
  });

  describe("several servers", () => {
    test("two servers at once send each message once", async () => {
      const received: string[] = [];
      const slow: Send = async (notification) => {
        received.push(describeNotification(notification));
        await new Promise(setImmediate);
      };
      const names = Array.from({ length: 20 }, (_, index) => `request ${index}`);
      await insert(...names);
      await insertSpam("link");
      const other = data.open({ channels: ["mail", "webhook"], now: () => now });
      const channels: OpenChannel[] = [{ channel: "webhook", send: slow }];
      const stops = [store, other].map((each) =>
        startOutboxWorker({ store: each, channels, log: LOG, pause: PAUSE }),
      );
      stop = async () => void (await Promise.all(stops.map((end) => end())));
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(21);
      await other.insert({ ...MINIMAL_REQUIREMENT, company: "last" }, null, null);
      await expect.poll(() => received).toContain("last");
      expect(received.toSorted()).toEqual([...names, "1 spam", "last"].toSorted());
    });

    test("a request that a server without a channel stores is announced by the one that has it", async () => {
      const other = data.open({ now: () => now });
      const sent = start();
      await insert("first");
      await other.insert({ ...MINIMAL_REQUIREMENT, company: "second" }, null, null);
      await expect.poll(() => sent.toSorted()).toEqual(["first", "second"]);
    });

    test("a delivery that a stopped server left is repeated a minute later", async () => {
      await insert("interrupted");
      const attempts: string[] = [];
      const hang: Send = (notification, signal) => {
        attempts.push(describeNotification(notification));
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      };
      start({ send: hang });
      await expect.poll(() => attempts).toEqual(["interrupted"]);
      await stop();
      const sent = start();
      await insert("next");
      await expect.poll(() => sent).toEqual(["next"]);
      pass(MINUTE_MS);
      await expect.poll(() => sent).toEqual(["next", "interrupted"]);
    });
  });
});
