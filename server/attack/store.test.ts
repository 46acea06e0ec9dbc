import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, describe, expect, onTestFinished, test } from "vitest";

import { startTarget, until, type Target } from "../../test-support/target.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { createOutbox } from "../store/outbox.ts";
import type { SqlValue } from "../store/sql.ts";
import { SqliteDatabase } from "../store/sqlite/database.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";

let target: Target | undefined;
afterEach(async () => {
  await target?.remove();
  target = undefined;
});

/** A webhook receiver that responds as configured. */
async function startReceiver(status: () => number) {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.writeHead(status()).end();
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
  database.close();
  const { env } = receiver;
  await target.restart(env);
  await until(() => receiver.received() > 20);
  for (let turn = 0; turn < 5; turn += 1) await target.visit();
  const health = await fetch(`${target.url}/health`);
  expect(await health.json()).toMatchObject({ status: "ok", undelivered: 1_000 });
  receiver.stop();
});

test("claiming a notification reads and sorts no more than it takes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-claim-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "requests.sqlite");
  const store = openSqliteStore(file, { channels: ["webhook"] });
  await store.insert(MINIMAL_REQUIREMENT, null);
  await store.close();
  const database = new SqliteDatabase(file);
  const plans: string[] = [];
  const outbox = createOutbox({
    dialect: database.dialect,
    async query<Row extends object>(sql: string, values: readonly SqlValue[] = []) {
      const plan = await database.query<{ detail: string }>(`explain query plan ${sql}`, values);
      plans.push(...plan.map(({ detail }) => detail));
      return database.query<Row>(sql, values);
    },
    purge: () => database.purge(),
  });
  expect(await outbox.claim("webhook", 10)).toHaveLength(1);
  database.close();
  expect(plans).toContain(
    "SEARCH outbox USING INDEX outbox_pending (channel=? AND next_attempt_at<?)",
  );
  expect(plans.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
});

describe("channels are registered", () => {
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
  const health = async () => {
    const response = await fetch(`${target?.url}/health`);
    const body = (await response.json()) as { undelivered?: number };
    return { status: response.status, body };
  };

  test("is ok after the data folder was moved away, with a warning, and requests are stored and announced", async () => {
    const receiver = await startReceiver(() => 204);
    target = await startTarget(receiver.env);
    await target.visit();
    await until(() => receiver.received() === 1);
    renameSync(target.dataFolder, `${target.dataFolder}.moved`);
    await target.visit();
    expect(target.count()).toBe(1);
    await until(() => receiver.received() === 2);
    await until(async () => (await health()).body.undelivered === 0);
    expect(await health()).toMatchObject({ status: 200, body: { channels: ["webhook"] } });
    expect(
      target.output().match(/requests\.sqlite was missing: an empty one was created/g),
    ).toHaveLength(1);
    receiver.stop();
  });

  test("is 503 while a file is in place of the data folder", async () => {
    target = await startTarget();
    await target.visit();
    renameSync(target.dataFolder, `${target.dataFolder}.moved`);
    writeFileSync(target.dataFolder, "");
    await until(async () => (await health()).status === 503);
    await expect(target.visit()).rejects.toThrow("the insert responds with 503");
    rmSync(target.dataFolder);
    renameSync(`${target.dataFolder}.moved`, target.dataFolder);
    await until(async () => (await health()).status === 200);
    await target.visit();
    expect(target.count()).toBe(2);
  });

  test("is 503 after a backup was copied over the file, and inserts get 503", async () => {
    target = await startTarget();
    await target.visit();
    const backup = join(target.folder, "backup.sqlite");
    await target.run("admin/requests.ts", ["--backup", backup], { DATA_DIR: target.dataFolder });
    await target.visit();
    copyFileSync(backup, target.file);
    await until(async () => (await health()).status === 503);
    await expect(target.visit()).rejects.toThrow("the insert responds with 503");
    expect(target.output()).toContain("was overwritten while the server ran");
  });
});
