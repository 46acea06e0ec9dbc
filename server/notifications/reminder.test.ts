import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { referenceOf } from "../../domain/identifiers.ts";
import { listRows } from "../../test-support/rows.ts";
import { startMailbox } from "../../test-support/mailbox.ts";
import { startTestDatabases } from "../../test-support/databases.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { startWebhookReceiver } from "../../test-support/webhook-receiver.ts";
import type { Channel } from "../store/store.ts";
import { createEmail } from "./email.ts";
import type { Send } from "./notice.ts";
import { remind } from "./reminder.ts";
import { createWebhook } from "./webhook.ts";

const receiver = await startWebhookReceiver();
const mailbox = await startMailbox();
afterAll(async () => {
  await receiver.stop();
  await mailbox.stop();
});

const CHANNELS: Channel[] = ["email", "webhook"];
const reader = { timeZone: "UTC", command: (options: string) => `requests ${options}` };
const email = createEmail(
  { smtpUrl: mailbox.url, from: "a@example.com", to: ["a@example.com"] },
  reader,
);
const secret = Buffer.from("a secret of at least 24 bytes");
const webhook = createWebhook({ url: receiver.url, secret });
const both = new Map<Channel, Send>([
  ["email", email],
  ["webhook", webhook],
]);
const log = { info: () => {}, warn: () => {} };

const { databases } = await startTestDatabases();

describe.each(databases)("reminders on $name", ({ open, run }) => {
  const stores = [open(CHANNELS), open(CHANNELS), open(CHANNELS)];
  const [store = open(CHANNELS)] = stores;
  afterAll(() => Promise.all(stores.map((each) => each.close())));

  /** What the provider got once every server has checked. */
  async function checkAll(channels: Map<Channel, Send> = both) {
    const { signal } = new AbortController();
    await Promise.all(stores.map((each) => remind({ store: each, channels, log }, signal)));
    return { mails: mailbox.messages.splice(0), webhooks: receiver.received.splice(0) };
  }
  const NOTHING = { mails: [], webhooks: [] };
  const dayLater = () =>
    run("update private.reminder set claimed_at = '2020-01-01T00:00:00+00:00'");

  beforeEach(async () => {
    await store.requirements.erase({});
    await store.insert(MINIMAL_REQUIREMENT, null);
    await dayLater();
  });

  test("are not sent while nothing is overdue and nothing fails", async () => {
    expect(await checkAll()).toEqual(NOTHING);
  });

  test("list what is overdue, in one mail a day from all servers together", async () => {
    await run("update public.data_requirements set reply_due = '2026-01-02T03:04:00+00:00'");
    const [row] = await listRows(store);
    const { mails, webhooks } = await checkAll();
    expect(webhooks).toEqual([]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("Subject: 1 reply is overdue");
    expect(mails[0]?.replaceAll("=\n", "")).toContain(
      `${referenceOf(row?.id ?? "?")}: Ada Byron, Analytical Engines, ada@example.org, due Fri, 2 Jan 2026, 03:04 UTC`,
    );
    expect(await checkAll()).toEqual(NOTHING);
    await dayLater();
    expect((await checkAll()).mails).toHaveLength(1);
    await dayLater();
    await store.requirements.markReplied({});
    expect(await checkAll()).toEqual(NOTHING);
  });

  test("say which channel has failed for an hour, by one that works", async () => {
    await run("update private.outbox set last_error = 'no' where channel = 'email'");
    expect(await checkAll()).toEqual(NOTHING);
    await run("update private.outbox set queued_at = '2026-01-02T03:04:00.000+00:00'");
    const { mails, webhooks } = await checkAll();
    expect(mails).toEqual([]);
    expect(webhooks).toHaveLength(1);
    expect(JSON.parse(webhooks[0]?.body ?? "")).toMatchObject({
      type: "reminder",
      data: { overdue_count: 0, failing: [{ channel: "email", undelivered: 1, last_error: "no" }] },
    });
  });

  test("say how many requests are held as spam, on the day when one was held", async () => {
    for (const key of ["a", "b"]) await store.insert(MINIMAL_REQUIREMENT, key, null);
    const [mail] = (await checkAll()).mails;
    expect(mail).toContain("Subject: 2 requests are held as spam");
    expect(mail).toContain("Held as spam: 2, listed by requests --held");
    expect(mail).not.toContain(MINIMAL_REQUIREMENT.company);
    await run("update public.data_requirements set created_at = '2020-01-01T00:00:00+00:00'");
    await dayLater();
    expect(await checkAll()).toEqual(NOTHING);
  });

  test("that no channel takes are sent once one does", async () => {
    await run("update public.data_requirements set reply_due = '2026-01-02T03:04:00+00:00'");
    mailbox.rejecting = true;
    expect(await checkAll(new Map([["email", email]]))).toEqual(NOTHING);
    mailbox.rejecting = false;
    expect((await checkAll()).mails).toHaveLength(1);
  });
});
