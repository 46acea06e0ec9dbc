import { createHmac } from "node:crypto";

import { afterAll, beforeEach, expect, test } from "vitest";

import { createEmail } from "./email.ts";
import { startMailServer } from "../test-support/mail-server.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { startWebhookReceiver } from "../test-support/webhook-receiver.ts";
import { createWebhook } from "./webhook.ts";

const receiver = await startWebhookReceiver();
const mail = await startMailServer();
afterAll(async () => {
  await receiver.stop();
  await mail.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  mail.messages.length = 0;
});

const secret = Buffer.from("a secret of at least 24 bytes");
const stored = {
  id: "00000000-0000-4000-8000-000000000001",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...FULL_REQUIREMENT,
  idempotency_key: "key",
  replied_at: null,
};

test("a webhook carries the request, signed as Standard Webhooks says", async () => {
  const send = createWebhook({ url: receiver.url, secret }, () => 1_700_000_000_999);
  await send(stored);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
  expect(JSON.parse(body)).toEqual({
    type: "data_requirement.created",
    timestamp: stored.created_at,
    data: { id: stored.id, created_at: stored.created_at, ...FULL_REQUIREMENT },
  });
  const signed = createHmac("sha256", secret).update(`${stored.id}.1700000000.${body}`);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": stored.id,
    "webhook-timestamp": "1700000000",
    "webhook-signature": `v1,${signed.digest("base64")}`,
  });
});

test.each([301, 400, 410, 500, 503])(
  "an answer of %i is a failure, and not followed",
  async (status) => {
    receiver.answers.push(status);
    const send = createWebhook({ url: receiver.url, secret });
    await expect(send(stored)).rejects.toThrow(`the webhook answers ${status}`);
    expect(receiver.received).toHaveLength(1);
  },
);

test("a receiver that is not there is a failure with its cause", async () => {
  const send = createWebhook({ url: "http://127.0.0.1:9/", secret });
  await expect(send(stored)).rejects.toThrow(/the webhook does not answer \(\w+\)/);
});

test("an e-mail can be answered to the visitor, and says when", async () => {
  await createEmail({ smtpUrl: mail.url, to: "desk@example.com" })(stored);
  const [message = ""] = mail.messages;
  expect(message).toContain("To: desk@example.com");
  expect(message).toContain("Reply-To: Ada Byron <ada@example.org>");
  expect(message).toContain("Subject: Data request from Analytical Engines");
  expect(message).toContain(`Message-ID: <${stored.id}@example.com>`);
  expect(message).toContain("2026-11-21T12:00:00.000Z");
});

test("what a visitor typed cannot add headers or recipients", async () => {
  const nasty = {
    ...stored,
    company: "x\r\nBcc: eve@example.org",
    full_name: "x\r\nBcc: eve@example.org",
    email: "a@b.co,eve@example.org>",
  };
  await createEmail({ smtpUrl: mail.url, to: "desk@example.com" })(nasty);
  expect(mail.messages[0]?.split("\n\n")[0]).not.toMatch(/^Bcc:/im);
});

test("a mail server that refuses is a failure", async () => {
  mail.refusing = true;
  const send = createEmail({ smtpUrl: mail.url, to: "desk@example.com" });
  await expect(send(stored)).rejects.toThrow(/451/);
  mail.refusing = false;
});
