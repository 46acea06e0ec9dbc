import { renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

import { afterEach, describe, expect, test } from "vitest";

import { startTarget, until, type Target } from "../../test-support/target.ts";

let target: Target | undefined;
afterEach(async () => {
  await target?.remove();
  target = undefined;
});

/** A webhook receiver that responds as configured. */
async function startReceiver(answer: () => number) {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.writeHead(answer()).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
  };
  return { env, received: () => received, stop: () => server.close() };
}

test("a visitor is served and stored while 200,000 notifications are due", async () => {
  const receiver = await startReceiver(() => 500);
  target = await startTarget();
  await target.visit();
  await target.stop();
  const database = new DatabaseSync(target.file);
  database.exec(`
    insert or ignore into outbox_channels values ('webhook');
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
    insert into data_requirements (id, created_at, full_name, email, phone, company)
      select 'x' || i, '2026-01-01T00:00:00.000+00:00', 'a', 'a@b.co', '1', 'flood' from n;
  `);
  const plan = database
    .prepare(
      `explain query plan select requirement_id from outbox
      where channel = ? and delivered_at is null and next_attempt_at <= ?
      order by next_attempt_at limit 10`,
    )
    .all("webhook", "2027");
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH outbox USING INDEX outbox_pending (channel=? AND next_attempt_at<?)",
  ]);
  database.close();
  const { env } = receiver;
  await target.restart(env);
  await until(() => receiver.received() > 20);
  for (let turn = 0; turn < 5; turn += 1) await target.visit();
  const health = await fetch(`${target.url}/health`);
  expect(await health.json()).toMatchObject({ status: "ok", undelivered: 1_000 });
  receiver.stop();
});

describe("channels are there", () => {
  test("after the file was locked at the first start, and after it was removed", async () => {
    const receiver = await startReceiver(() => 204);
    target = await startTarget(receiver.env);
    await target.stop();
    rmSync(target.file);
    const locking = new DatabaseSync(target.file);
    locking.exec("pragma journal_mode = wal; begin immediate");
    await target.restart(receiver.env);
    locking.exec("rollback");
    locking.close();
    await target.visit();
    await until(() => receiver.received() === 1);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(target.file + suffix, { force: true });
    await target.visit();
    await until(() => receiver.received() === 2);
    receiver.stop();
  });
});

describe("health", () => {
  test("reports that the data folder was moved away", async () => {
    target = await startTarget();
    await target.visit();
    renameSync(target.dataFolder, `${target.dataFolder}.moved`);
    await until(async () => {
      const { status } = await fetch(`${target?.url}/health`);
      return status === 503 || (status === 200 && target?.count() === 0);
    });
  });
});
