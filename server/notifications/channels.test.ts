import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

import PostalMime from "postal-mime";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { SCHEMA } from "../../domain/fields.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { startMailbox, type Mailbox } from "../../test-support/services/mailbox.ts";
import { freePort } from "../../test-support/services/programs.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../test-support/services/webhook-receiver.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createMail } from "./mail.ts";
import type { Notification } from "./notification.ts";
import { createWebhook } from "./webhook.ts";

let receiver: WebhookReceiver;
let mailbox: Mailbox;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  mailbox = await startMailbox();
});
afterEach(async () => {
  await receiver.stop();
  await mailbox.stop();
});

const inTime = new AbortController().signal;
const context = { timeZone: "Europe/Berlin", deskUrl: null };
const STORED: RequestRow = {
  id: "00000000-0000-4000-8000-00000c07398f",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...FULL_REQUIREMENT,
  reply_due: "2026-11-21T12:00:00.000+00:00",
  replied_at: null,
  replied_by: null,
  spam_reason: null,
  note: "For colleagues only",
  noted_at: "2026-11-20T13:00:00.000+00:00",
  noted_by: "Ada",
};
const DIGEST: Notification = { kind: "digest", count: 21 };
const SPAM: Notification = { kind: "spam", count: 3 };
const REMINDER: Notification = {
  kind: "reminder",
  overdue: 1,
  failing: [
    {
      channel: "mail",
      since: "2026-11-20T12:00:00.000+00:00",
      reason: "535, AUTH",
      request: null,
    },
  ],
};
const REFERENCE = "0c07398f";

function requestOf(changes: Partial<RequestRow> = {}): Notification {
  return { kind: "request", request: { ...STORED, ...changes } };
}

describe("the signed webhook", () => {
  const secret = Buffer.from("a secret of at least 24 bytes");
  const send = (url = receiver.url, notification = requestOf()) =>
    createWebhook({ url, secret }, context)(notification, inTime);

  test("the receiver gets the request, and the Standard Webhooks library verifies it", async () => {
    await send();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const verifier = new Webhook(secret.toString("base64"));
    const { id, created_at, reply_due } = STORED;
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual({
      type: "data_requirement.created",
      timestamp: created_at,
      data: { id, reference: REFERENCE, created_at, reply_due, ...FULL_REQUIREMENT },
    });
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": id });
  });

  test("the receiver gets the facts of a reminder", async () => {
    await send(receiver.url, REMINDER);
    const { kind: type, ...reminder } = REMINDER;
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type, data: reminder });
  });

  test.each([
    [301, false],
    [400, true],
    [413, true],
    [422, true],
    [429, false],
    [503, false],
  ])(
    "a response of %i fails, no redirect is followed, and the content is rejected: %s",
    async (status, isContentRejected) => {
      receiver.statuses.push(status);
      await expect(send()).rejects.toMatchObject({
        name: "DeliveryFailed",
        message: String(status),
        isContentRejected,
      });
      expect(receiver.received).toHaveLength(1);
    },
  );

  test("when the receiver is unreachable, the error names the cause", async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await expect(send(nobody)).rejects.toThrow("ECONNREFUSED");
  });
});

const MARKUP = {
  company: "<!channel> & @everyone",
  role_title: "[free](https://evil.example) `x`",
};

describe("chats", () => {
  async function sendToBoth(notification: Notification) {
    await createSlack(receiver.url, context)(notification, inTime);
    await createDiscord(receiver.url, context)(notification, inTime);
    const [slack, discord] = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
    return {
      slack: slack as { text: string; blocks: [{ text: { type: string; text: string } }] },
      discord: discord as { embeds: [{ description: string }]; allowed_mentions: object },
    };
  }

  test("a chat's message has the request as the form shows it, and mentions nobody", async () => {
    const { slack, discord } = await sendToBoth(requestOf(MARKUP));
    expect(slack.text).toBe(
      `Data request ${REFERENCE}: Pick and place, with force (&lt;!channel&gt; &amp; @everyone)`,
    );
    const [{ text: section }] = slack.blocks;
    expect(section).toMatchObject({ type: "mrkdwn", verbatim: true });
    expect(section.text).toContain(`${SCHEMA.budget_range.label}: $10k–$50k`);
    expect(section.text).toMatch(/Reply due: Sat, 21 Nov 2026, 13:00/);
    expect(section.text).toContain("set DESK_PASSWORD");
    expect(section.text).not.toMatch(/[<>]/);

    expect(discord.allowed_mentions).toEqual({ parse: [] });
    const [{ description }] = discord.embeds;
    expect(description).toContain(`${SCHEMA.budget_range.label}: $10k–$50k`);
    expect(description).toContain("\\<!channel\\> & \\@everyone");
    expect(description).toContain("\\[free\\]\\(https://evil.example\\) \\`x\\`");
    expect(description).toContain("set DESK_PASSWORD");
  });

  test("a chat's message is cut to the service's limit, and still names the request", async () => {
    const long = { data_type: "<".repeat(5_000), data_amount: "🤖".repeat(5_000) };
    const longer = { timeline: "_".repeat(5_000), additional_hardware: "&".repeat(5_000) };
    const { slack, discord } = await sendToBoth(requestOf({ ...long, ...longer }));
    const [section] = slack.blocks;
    expect(section.text.text.length).toBeLessThanOrEqual(3_000);
    expect(section.text.text).toMatch(
      new RegExp(`^Data request ${REFERENCE}: [^]+\\n…\\n\\nTo mark`),
    );
    const [embed] = discord.embeds;
    expect(embed.description.length).toBeLessThanOrEqual(4_096);
    expect(embed.description).toMatch(new RegExp(`^Data request ${REFERENCE}: [^]+\\n\\nTo mark`));
  });
});

describe("mail", () => {
  const from = "site@example.com";
  const to = ["sales@example.com", "ada@example.com"];
  const send = (notification: Notification, smtpUrl = mailbox.url, signal = inTime) =>
    createMail({ smtpUrl, from, to }, context).send(notification, signal);
  const readMail = () => PostalMime.parse(mailbox.messages[0] ?? "");
  /** Characters with which visitor text could imitate our lines or hide itself. */
  const FORGED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

  test("a mail has the request as the form shows it, in the provider's time, as plain text", async () => {
    await send(requestOf());
    const mail = await readMail();
    expect(mail).toMatchObject({
      from: { name: "Data requests", address: from },
      to: to.map((address) => ({ address })),
      replyTo: [{ name: "Ada Byron", address: "ada@example.org" }],
      subject: `Data request ${REFERENCE}: Pick and place, with force (Analytical Engines)`,
      messageId: `<${STORED.id}@example.com>`,
      attachments: [],
    });
    expect(mail.html).toBeUndefined();
    expect(mailbox.recipients).toEqual(to);
    for (const line of [
      `Reference: ${REFERENCE}`,
      "Received: Fri, 20 Nov 2026, 13:00 CET",
      "Reply due: Sat, 21 Nov 2026, 13:00 CET",
      `${SCHEMA.budget_range.label}: $10k–$50k`,
      `${SCHEMA.additional_hardware.label}: Two "custom" arms, {left,right}\n  and a 🤖`,
      "To mark it as replied at the desk, set DESK_PASSWORD and PUBLIC_URL.",
    ]) {
      expect(mail.text).toContain(`${line}\n`);
    }
  });

  test.each([
    ["a line break", "x\r\nBcc: eve@example.org"],
    ["an encoded line break", "=?UTF-8?Q?x=0D=0ABcc:_eve@example.org?="],
    ["an encoded override", "=?UTF-8?B?4oCuZ25w?="],
    ["an escape sequence", "\u001B[2J"],
    ["a right-to-left override", "\u202Egnp.exe"],
  ])("visitor text adds no line or header of its own to a mail: %s", async (_what, typed) => {
    const request = requestOf({
      company: typed,
      full_name: typed,
      email: "a@b.co,eve@example.org>",
      data_type: `Towels\nTo mark it as replied: npm run evil\rReference: ${typed}`,
    });
    await send(request);
    const { headers, subject, replyTo, text = "" } = await readMail();
    expect(mailbox.recipients).toEqual(to);
    expect(headers.map(({ key }) => key)).not.toContain("bcc");
    expect(replyTo).toHaveLength(1);
    for (const line of [subject ?? "", replyTo?.[0]?.name ?? "", ...text.split("\n")]) {
      expect(line).not.toMatch(FORGED);
    }
    expect(text.match(/^To mark it as replied/gm)).toHaveLength(1);
    expect(text.match(/^Reference/gm)).toHaveLength(1);
  });

  test.each([
    ["password", 535, "535 5.7.1, AUTH PLAIN", false],
    ["recipient", 450, "450 5.7.1, RCPT TO", false],
    ["recipient", 550, "550 5.7.1, RCPT TO", false],
    ["message", 451, "451 5.7.1, DATA", false],
    ["message", 554, "554 5.7.1, DATA", true],
  ] as const)(
    "when the mail server fails at the %s with %i, the reason is only %j, and the content is rejected: %s",
    async (what, code, message, isContentRejected) => {
      const words = "5.7.1 we do not take Analytical Engines";
      const server = await startMailbox({ what, code, words });
      await expect(send(requestOf(), server.url)).rejects.toMatchObject({
        name: "DeliveryFailed",
        message,
        isContentRejected,
      });
      await server.stop();
    },
  );

  test("when the mail server never finishes its greeting, the mail fails at the deadline", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).write("220-please wait\r\n");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const deadline = new AbortController();
    const { port } = server.address() as AddressInfo;
    const sending = send(requestOf(), `smtp://127.0.0.1:${port}`, deadline.signal);
    await once(server, "connection");
    deadline.abort();
    await expect(sending).rejects.toThrow();
    server.close();
  });
});

test("every notification links the desk where there is one, and none has a colleague's note", async () => {
  const linked = { timeZone: "UTC", deskUrl: "https://site.example/requests" };
  const { url } = receiver;
  const mailConfig = { smtpUrl: mailbox.url, from: "a@b.co", to: ["c@d.co"] };
  for (const notification of [requestOf(), DIGEST, SPAM, REMINDER]) {
    receiver.received.length = 0;
    mailbox.messages.length = 0;
    await createSlack(url, linked)(notification, inTime);
    await createDiscord(url, linked)(notification, inTime);
    await createWebhook({ url, secret: Buffer.alloc(24) }, linked)(notification, inTime);
    await createMail(mailConfig, linked).send(notification, inTime);
    const mail = await PostalMime.parse(mailbox.messages[0] ?? "");
    for (const text of [...receiver.received.map(({ body }) => body), mail.text ?? ""]) {
      expect(text).toContain(
        notification.kind === "request" ? `${linked.deskUrl}/${STORED.id}` : linked.deskUrl,
      );
      expect(text).not.toContain(STORED.note);
    }
    expect(receiver.received[0]?.body).toContain(`<${linked.deskUrl}`);
  }
});
