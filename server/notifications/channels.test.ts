import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { startMailbox } from "../../test-support/mailbox.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { startWebhookReceiver } from "../../test-support/webhook-receiver.ts";
import type { StoredRequirement } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { Notice } from "./notice.ts";
import { createWebhook } from "./webhook.ts";

const receiver = await startWebhookReceiver();
const mailbox = await startMailbox();
afterAll(async () => {
  await receiver.stop();
  await mailbox.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  mailbox.messages.length = 0;
  mailbox.recipients.length = 0;
});

const secret = Buffer.from("a secret of at least 24 bytes");
const inTime = new AbortController().signal;
const from = "site@example.com";
const to = ["sales@example.com", "ada@example.com"];
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
  reply_due: "2026-11-21T12:00:00.000+00:00",
};
const REFERENCE = "0c07398f";

function requestOf(changes: Partial<StoredRequirement> = {}): Notice {
  return { kind: "request", requirement: { ...requirement, ...changes } };
}

describe("the signed webhook", () => {
  const send = createWebhook({ url: receiver.url, secret });

  test("has the request, and the Standard Webhooks library verifies it", async () => {
    await send(requestOf(), inTime);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const verified = new Webhook(secret.toString("base64")).verify(
      body,
      headers as Record<string, string>,
    );
    const { id, created_at, reply_due } = requirement;
    expect(verified).toEqual({
      type: "data_requirement.created",
      timestamp: created_at,
      data: { id, reference: REFERENCE, created_at, reply_due, ...FULL_REQUIREMENT },
    });
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": id });
  });

  test.each([301, 400, 410, 500, 503])(
    "fails with a status of %i, and follows no redirect",
    async (status) => {
      receiver.statuses.push(status);
      await expect(send(requestOf(), inTime)).rejects.toThrow(
        `the webhook responds with ${status}`,
      );
      expect(receiver.received).toHaveLength(1);
    },
  );

  test("fails with the cause when the receiver is unreachable", async () => {
    const nowhere = createWebhook({ url: "http://127.0.0.1:9/", secret });
    await expect(nowhere(requestOf(), inTime)).rejects.toThrow(
      /the webhook does not respond \(\w+\)/,
    );
  });
});

/** Texts that would mention everybody, link elsewhere or stand out in a chat. */
const MARKUP = {
  company: "<!channel> & @everyone",
  role_title: "[free](https://evil.example) `x`",
};
const LONG = {
  ...MARKUP,
  data_type: "<".repeat(5_000),
  data_amount: "🤖".repeat(5_000),
  timeline: "_".repeat(5_000),
  additional_hardware: "&".repeat(5_000),
};

describe("a chat's message", () => {
  type SlackBody = { text: string; blocks: { text: { type: string; text: string } }[] };
  type DiscordBody = { embeds: { description: string }[]; allowed_mentions: object };
  const lastBody = (): unknown => JSON.parse(receiver.received.at(-1)?.body ?? "null");

  test("to Slack has the request as the form shows it, and mentions nobody", async () => {
    await createSlack(receiver.url, reader)(requestOf(MARKUP), inTime);
    const { text, blocks } = lastBody() as SlackBody;
    expect(text).toBe(`Data request ${REFERENCE} from &lt;!channel&gt; &amp; @everyone`);
    const [{ text: section } = { text: { text: "" } }] = blocks;
    expect(section).toMatchObject({ type: "mrkdwn", verbatim: true });
    expect(section.text).toContain("*Budget range:* $10k - $50k");
    expect(section.text).toMatch(/\*Reply due:\* Sat, 21 Nov 2026, 13:00/);
    expect(section.text).toContain(`--replied ${REFERENCE}`);
    expect(section.text).not.toMatch(/[<>]/);
  });

  test("to Discord has the request as the form shows it, and mentions nobody", async () => {
    await createDiscord(receiver.url, reader)(requestOf(MARKUP), inTime);
    const { embeds, allowed_mentions } = lastBody() as DiscordBody;
    expect(allowed_mentions).toEqual({ parse: [] });
    const [{ description } = { description: "" }] = embeds;
    expect(description).toContain("**Budget range:** $10k - $50k");
    expect(description).toContain("\\<!channel\\> & \\@everyone");
    expect(description).toContain("\\[free\\]\\(https://evil.example\\) \\`x\\`");
    expect(description).toContain(`--replied ${REFERENCE}`);
  });

  test("is as long as the service takes, and still has the reference", async () => {
    await createSlack(receiver.url, reader)(requestOf(LONG), inTime);
    const [section] = (lastBody() as SlackBody).blocks;
    expect(section?.text.text.length).toBeLessThanOrEqual(3_000);
    expect(section?.text.text).toMatch(new RegExp(`\\n…\\n.+--replied ${REFERENCE}$`));
    await createDiscord(receiver.url, reader)(requestOf(LONG), inTime);
    const [embed] = (lastBody() as DiscordBody).embeds;
    expect(embed?.description.length).toBeLessThanOrEqual(4_096);
    expect(embed?.description).toContain(`--replied ${REFERENCE}`);
  });
});

describe("the e-mail", () => {
  const send = createEmail({ smtpUrl: mailbox.url, from, to }, reader);

  test("has the request as the form shows it, in the provider's time, as text and HTML", async () => {
    await send(requestOf(), inTime);
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
      expect(part).toContain("$10k - $50k");
      expect(part).toContain("Fri, 20 Nov 2026, 13:00");
      expect(part).toContain("Sat, 21 Nov 2026, 13:00");
      expect(part).toContain(`npm run requests -- --replied ${REFERENCE}`);
    }
    expect(html).toContain("width=device-width");
  });

  test("input cannot add headers, recipients, HTML or advice", async () => {
    const nasty = {
      company: "x\r\nBcc: eve@example.org",
      full_name: "x\r\nBcc: eve@example.org",
      email: "a@b.co,eve@example.org>",
      data_type: "Towels\nOnce you have replied: npm run evil",
      role_title: `<img src=x onerror="alert('1')">&lt;`,
    };
    await send(requestOf(nasty), inTime);
    const { headers, text, html } = readMail(mailbox.messages[0]);
    expect(text.match(/^Once you have replied/gm)).toHaveLength(1);
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(mailbox.recipients).toEqual(to);
    expect(html).not.toContain("<img");
    expect(html).toContain("&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;lt;");
  });

  test("fails when the mail server rejects it", async () => {
    mailbox.rejecting = true;
    await expect(send(requestOf(), inTime)).rejects.toThrow("451");
    mailbox.rejecting = false;
  });

  test("is given up at the timeout when the mail server never finishes", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      // An endless greeting is progress, so no timeout of an idle socket ends it.
      socket.write("220-please wait\r\n");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const deadline = new AbortController();
    const { port } = server.address() as AddressInfo;
    const hanging = createEmail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, to }, reader);
    const sending = hanging(requestOf(), deadline.signal);
    const [socket] = (await once(server, "connection")) as [Socket];
    const closed = new Promise((resolve) => socket.resume().once("close", resolve));
    deadline.abort();
    await expect(sending).rejects.toThrow();
    await closed;
    server.close();
  });
});

/** The headers, unfolded, and both parts, decoded. */
function readMail(message = ""): { headers: string; text: string; html: string } {
  const [head = "", ...rest] = message.split("\n\n");
  const parts = rest.join("\n\n").split(/^--.*$/m);
  const part = (type: string) => {
    const found = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
    const [partHead = "", ...body] = found.trimStart().split("\n\n");
    const content = body.join("\n\n");
    if (/base64/i.test(partHead)) return Buffer.from(content, "base64").toString();
    if (!/quoted-printable/i.test(partHead)) return content;
    const bytes = content
      .replaceAll(/=\n/g, "")
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString();
  };
  const headers = head.replaceAll(/\n[ \t]+/g, " ");
  return { headers, text: part("text/plain"), html: part("text/html") };
}
