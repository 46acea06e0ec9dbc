import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { startMailbox, type Mailbox } from "../../test-support/mailbox.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../test-support/webhook-receiver.ts";
import type { StoredRequirement } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
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
const reader = {
  timeZone: "Europe/Berlin",
  command: (options: string) => `npm run requests -- ${options}`,
};
const requirement: StoredRequirement = {
  id: "00000000-0000-4000-8000-00000c07398f",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...FULL_REQUIREMENT,
  idempotency_key: "key",
  replied_at: null,
  replied_via: null,
  reply_due: "2026-11-21T12:00:00.000+00:00",
};
const REFERENCE = "0c07398f";

function requestOf(changes: Partial<StoredRequirement> = {}): Notification {
  return { kind: "request", requirement: { ...requirement, ...changes } };
}

describe("the signed webhook", () => {
  const secret = Buffer.from("a secret of at least 24 bytes");
  const send = (url = receiver.url, notification = requestOf()) =>
    createWebhook({ url, secret })(notification, inTime);

  test("has the request, and the Standard Webhooks library verifies it", async () => {
    await send();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const verifier = new Webhook(secret.toString("base64"));
    const { id, created_at, reply_due } = requirement;
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual({
      type: "data_requirement.created",
      timestamp: created_at,
      data: { id, reference: REFERENCE, created_at, reply_due, ...FULL_REQUIREMENT },
    });
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": id });
  });

  test("says what a reminder is about", async () => {
    const failing = { channel: "email", undelivered: 1, since: "", last_error: "no" } as const;
    const about = { overdue: [], overdueCount: 0, failing: [failing], heldCount: 2 };
    await send(receiver.url, { kind: "reminder", reminder: { id: "reminder-1", ...about } });
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      type: "reminder",
      data: { overdue: [], overdue_count: 0, failing: [failing], held_count: 2 },
    });
  });

  test.each([301, 410, 503])(
    "fails with a status of %i, and follows no redirect",
    async (status) => {
      receiver.statuses.push(status);
      await expect(send()).rejects.toThrow(`the webhook responds with ${status}`);
      expect(receiver.received).toHaveLength(1);
    },
  );

  test("fails with the cause when the receiver is unreachable", async () => {
    await expect(send("http://127.0.0.1:9/")).rejects.toThrow(
      /the webhook does not respond \(\w+\)/,
    );
  });
});

/** Texts that would mention everybody, link elsewhere or stand out in a chat. */
const MARKUP = {
  company: "<!channel> & @everyone",
  role_title: "[free](https://evil.example) `x`",
};

describe("a chat's message", () => {
  /** What Slack and Discord are sent. */
  async function sendToBoth(notification: Notification) {
    await createSlack(receiver.url, reader)(notification, inTime);
    await createDiscord(receiver.url, reader)(notification, inTime);
    const [slack, discord] = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
    return {
      slack: slack as { text: string; blocks: [{ text: { type: string; text: string } }] },
      discord: discord as { embeds: [{ description: string }]; allowed_mentions: object },
    };
  }

  test("has the request as the form shows it, and mentions nobody", async () => {
    const { slack, discord } = await sendToBoth(requestOf(MARKUP));
    expect(slack.text).toBe(`Data request ${REFERENCE} from &lt;!channel&gt; &amp; @everyone`);
    const [{ text: section }] = slack.blocks;
    expect(section).toMatchObject({ type: "mrkdwn", verbatim: true });
    expect(section.text).toContain("*Budget range:* $10k–$50k");
    expect(section.text).toMatch(/\*Reply due:\* Sat, 21 Nov 2026, 13:00/);
    expect(section.text).toContain(`--replied ${REFERENCE}`);
    expect(section.text).not.toMatch(/[<>]/);

    expect(discord.allowed_mentions).toEqual({ parse: [] });
    const [{ description }] = discord.embeds;
    expect(description).toContain("**Budget range:** $10k–$50k");
    expect(description).toContain("\\<!channel\\> & \\@everyone");
    expect(description).toContain("\\[free\\]\\(https://evil.example\\) \\`x\\`");
    expect(description).toContain(`--replied ${REFERENCE}`);
  });

  test("is as long as the service takes, and still has the reference", async () => {
    const long = { data_type: "<".repeat(5_000), data_amount: "🤖".repeat(5_000) };
    const longer = { timeline: "_".repeat(5_000), additional_hardware: "&".repeat(5_000) };
    const { slack, discord } = await sendToBoth(requestOf({ ...long, ...longer }));
    const [section] = slack.blocks;
    expect(section.text.text.length).toBeLessThanOrEqual(3_000);
    expect(section.text.text).toMatch(new RegExp(`\\n…\\n.+--replied ${REFERENCE}$`));
    const [embed] = discord.embeds;
    expect(embed.description.length).toBeLessThanOrEqual(4_096);
    expect(embed.description).toContain(`--replied ${REFERENCE}`);
  });
});

describe("the e-mail", () => {
  const from = "site@example.com";
  const to = ["sales@example.com", "ada@example.com"];
  const sendTo = (smtpUrl: string, changes = {}, signal = inTime) =>
    createEmail({ smtpUrl, from, to }, reader)(requestOf(changes), signal);

  test("has the request as the form shows it, in the provider's time, as text and HTML", async () => {
    await sendTo(mailbox.url);
    const { headers, text, html } = readMail(mailbox.messages[0]);
    expect(headers).toContain("From: Data requests <site@example.com>");
    expect(headers).toContain("To: sales@example.com, ada@example.com");
    expect(headers).toContain("Reply-To: Ada Byron <ada@example.org>");
    expect(headers).toContain(`Subject: Data request ${REFERENCE} from Analytical Engines`);
    expect(headers).toContain(`Message-ID: <${requirement.id}@example.com>`);
    expect(mailbox.recipients).toEqual(to);
    for (const part of [text, html]) {
      expect(part).toContain(REFERENCE);
      expect(part).toContain("Budget range");
      expect(part).toContain("$10k–$50k");
      expect(part).toContain("Fri, 20 Nov 2026, 13:00");
      expect(part).toContain("Sat, 21 Nov 2026, 13:00");
      expect(part).toContain(`npm run requests -- --replied ${REFERENCE}`);
    }
  });

  test("takes no headers, recipients, HTML or advice from what was typed", async () => {
    await sendTo(mailbox.url, {
      company: "x\r\nBcc: eve@example.org",
      full_name: "x\r\nBcc: eve@example.org",
      email: "a@b.co,eve@example.org>",
      data_type: "Towels\nOnce you have replied: npm run evil",
      role_title: `<img src=x onerror="alert('1')">&lt;`,
    });
    const { headers, text, html } = readMail(mailbox.messages[0]);
    expect(text.match(/^Once you have replied/gm)).toHaveLength(1);
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(mailbox.recipients).toEqual(to);
    expect(html).not.toContain("<img");
    expect(html).toContain("&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;lt;");
  });

  test("is given up at the deadline when the mail server never finishes its greeting", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).write("220-please wait\r\n");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const deadline = new AbortController();
    const { port } = server.address() as AddressInfo;
    const sending = sendTo(`smtp://127.0.0.1:${port}`, {}, deadline.signal);
    await once(server, "connection");
    deadline.abort();
    await expect(sending).rejects.toThrow();
    server.close();
  });
});

/** The headers, unfolded, and both parts, which nodemailer writes as quoted-printable. */
function readMail(message = ""): { headers: string; text: string; html: string } {
  const [head = "", ...body] = message.split("\n\n");
  const escaped = body.join("\n\n").replaceAll("%", "%25").replaceAll("=\n", "");
  const decoded = decodeURIComponent(escaped.replaceAll(/=([\dA-F]{2})/g, "%$1"));
  const [, text = "", html = ""] = decoded.split(/^--.*$/m);
  return { headers: head.replaceAll(/\n[ \t]+/g, " "), text, html };
}
