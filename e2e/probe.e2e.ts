import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { HOUR_MS } from "../domain/durations.ts";
import { createDataFolder } from "../test-support/data-folder.ts";
import { runProbe } from "../test-support/e2e/probe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { startMailbox } from "../test-support/services/mailbox.ts";
import { freePort } from "../test-support/services/programs.ts";
import { startWebhookReceiver } from "../test-support/services/webhook-receiver.ts";
import { builtProject, startSite } from "../test-support/site-server.ts";

test("where visitors can send, a probe request is stored and nobody is notified", async ({
  site,
}) => {
  const receiver = await startWebhookReceiver();
  const { status, output } = await runProbe([site.origin, "--notify"], webhookTo(receiver.url));
  await receiver.stop();
  expect(output).toMatch(/^\S+ loads\.\n.+ scripts load\.\nA probe request is stored, .+\n$/);
  expect(status).toBe(0);
  expect(receiver.received).toEqual([]);
});

test("where the page loads but no request can be stored, the provider reads one sentence", async ({
  site,
}) => {
  const other = new DatabaseSync(join(site.dataFolder, "requests.sqlite"));
  other.exec("begin immediate");
  const { status, problem } = await runProbe([site.origin]);
  other.close();
  expect(problem).toMatch(/^http\S+ did not store the request: 503 ".+"\. See its log\.$/);
  expect(status).toBe(1);
});

test("where a host responds to the page's script with a page, the provider reads one sentence", async () => {
  const page = readFileSync(join(builtProject(), "dist/index.html"));
  const host = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(page);
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  const { port } = host.address() as AddressInfo;
  const { status, problem } = await runProbe([`http://127.0.0.1:${port}`]);
  host.close();
  expect(problem).toMatch(
    /^\S+\.js does not load: its type is text\/html\. Publish all of dist\/\.$/,
  );
  expect(status).toBe(1);
});

test("where the page does not load, the provider is notified in one sentence by webhook and by mail", async () => {
  const [receiver, mailbox] = [await startWebhookReceiver(), await startMailbox()];
  const down = `http://127.0.0.1:${await freePort()}`;
  const run = await runProbe([down, "--notify"], webhookTo(receiver.url));
  const [problem, ...notified] = run.problem.split("\n");
  await runProbe([down, "--notify"], { SMTP_URL: mailbox.url, NOTIFY_EMAIL: "sales@example.com" });
  await Promise.all([receiver.stop(), mailbox.stop()]);
  expect(problem).toMatch(/^\S+ does not load: .*ECONNREFUSED.* Check the URL, .+\.$/);
  expect(notified).toEqual(["Notified by webhook."]);
  expect(run.status).toBe(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: "probe", data: { url: down, problem } },
  ]);
  expect(mailbox.messages).toEqual([
    expect.stringMatching(/^Subject: The probe of http\S+ failed/m),
  ]);
});

test("where mail is the only channel and fails, the probe fails and says that nobody was notified", async () => {
  const mailbox = await startMailbox({ what: "password", code: 535 });
  const mail = { SMTP_URL: mailbox.url, NOTIFY_EMAIL: "sales@example.com" };
  const data = createDataFolder();
  const past = data.open({ channels: ["mail"], now: () => Date.now() - HOUR_MS });
  await past.outbox.recordFailure("mail", "535, AUTH PLAIN");
  await past.close();
  const site = await startSite({ ...mail, DATA_DIR: data.folder });
  const { status, problem } = await runProbe([site.origin, "--notify"], mail);
  await Promise.all([site.stop(), mailbox.stop()]);
  await data.remove();
  expect(problem.split("\n")).toEqual([
    expect.stringMatching(/health reports that notifications have failed for an hour: .+\.$/),
    expect.stringMatching(/^Not notified by mail: 535.+\.$/),
    "No channel works: nobody was notified.",
  ]);
  expect(status).toBe(1);
});

test("with wrong arguments or settings the probe says in one sentence what it needs", async () => {
  for (const [args, sentence] of [
    [[], /^Usage: npm run probe/],
    [["www.example.com"], /^Usage: npm run probe/],
    [["https://www.example.com", "--notifi"], /^Usage: npm run probe/],
    [["https://www.example.com", "--notify"], /^--notify needs WEBHOOK_URL or SMTP_URL/],
  ] as const) {
    const { status, problem } = await runProbe([...args]);
    expect(problem).toMatch(sentence);
    expect(status).toBe(1);
  }
});

function webhookTo(url: string) {
  const secret = Buffer.from("a secret of at least 24 bytes").toString("base64");
  return { WEBHOOK_URL: url, WEBHOOK_SECRET: `whsec_${secret}` };
}
