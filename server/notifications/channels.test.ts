import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";

import { startMailbox } from "../../test-support/mailbox.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { startWebhookReceiver } from "../../test-support/webhook-receiver.ts";
import { createEmail } from "./email.ts";
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
const to = "sales@example.com";
const stored = {
  id: "00000000-0000-4000-8000-000000000001",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...FULL_REQUIREMENT,
  idempotency_key: "key",
  replied_at: null,
  reply_due: "2026-11-21T12:00:00.000+00:00",
};

test("a webhook has the request, and the Standard Webhooks library verifies it", async () => {
  await createWebhook({ url: receiver.url, secret })(stored, inTime);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
  const verified = new Webhook(secret.toString("base64")).verify(
    body,
    headers as Record<string, string>,
  );
  expect(verified).toEqual({
    type: "data_requirement.created",
    timestamp: stored.created_at,
    data: { id: stored.id, created_at: stored.created_at, ...FULL_REQUIREMENT },
  });
  expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": stored.id });
});

test.each([301, 400, 410, 500, 503])(
  "a status of %i is a failure, and no redirect is followed",
  async (status) => {
    receiver.statuses.push(status);
    const send = createWebhook({ url: receiver.url, secret });
    await expect(send(stored, inTime)).rejects.toThrow(`the webhook responds with ${status}`);
    expect(receiver.received).toHaveLength(1);
  },
);

test("an unreachable receiver is a failure with its cause", async () => {
  const send = createWebhook({ url: "http://127.0.0.1:9/", secret });
  await expect(send(stored, inTime)).rejects.toThrow(/the webhook does not respond \(\w+\)/);
});

test("a reply to the e-mail goes to the visitor, and the e-mail shows when it is due", async () => {
  await createEmail({ smtpUrl: mailbox.url, to })(stored, inTime);
  const [message = ""] = mailbox.messages;
  expect(message).toContain("To: sales@example.com");
  expect(message).toContain("Reply-To: Ada Byron <ada@example.org>");
  expect(message).toContain("Subject: Data request from Analytical Engines");
  expect(message).toContain(`Message-ID: <${stored.id}@example.com>`);
  expect(message).toContain(stored.reply_due);
});

test("input cannot add headers or recipients", async () => {
  const nasty = {
    ...stored,
    company: "x\r\nBcc: eve@example.org",
    full_name: "x\r\nBcc: eve@example.org",
    email: "a@b.co,eve@example.org>",
  };
  await createEmail({ smtpUrl: mailbox.url, to })(nasty, inTime);
  expect(mailbox.messages[0]?.split("\n\n")[0]).not.toMatch(/^Bcc:/im);
  expect(mailbox.recipients).toEqual([to]);
});

test("a mail server that rejects is a failure", async () => {
  mailbox.rejecting = true;
  const send = createEmail({ smtpUrl: mailbox.url, to });
  await expect(send(stored, inTime)).rejects.toThrow(/451/);
  mailbox.rejecting = false;
});

test("a mail server that never finishes is disconnected at the timeout", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    // An endless greeting is progress, so no timeout of an idle socket ends it.
    socket.write("220-please wait\r\n");
    sockets.push(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const deadline = new AbortController();
  const { port } = server.address() as AddressInfo;
  const sending = createEmail({ smtpUrl: `smtp://127.0.0.1:${port}`, to })(stored, deadline.signal);
  const [socket] = (await once(server, "connection")) as [Socket];
  const closed = new Promise((resolve) => socket.resume().once("close", resolve));
  deadline.abort();
  await expect(sending).rejects.toThrow();
  await closed;
  server.close();
});
