import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { INSERT_PATH } from "../../contract/routes.ts";
import { createDatabase, ENGINES } from "../../test-support/engines.ts";
import { install, type Installation } from "../../test-support/installation.ts";
import { startPostgres } from "../../test-support/services/postgres.ts";
import { startWebhookReceiver } from "../../test-support/services/webhook-receiver.ts";
import type { SiteServer } from "../../test-support/site-server.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

let installation: Installation;
beforeAll(() => {
  installation = install();
});
afterAll(() => installation.remove());

describe.each(ENGINES)("on %s", (engine) => {
  test("after SIGKILL under load, every acknowledged request is stored, and announced once", async (context) => {
    const database = await createDatabase(engine);
    const receiver = await startWebhookReceiver();
    context.onTestFinished(async () => {
      await receiver.stop();
      await database.remove();
    });
    const variables = {
      ...database.variables,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString("base64")}`,
    };
    const acknowledged: string[] = [];
    const kills = [1, 100];
    for (const killedAfter of kills) {
      const server = await installation.start(variables);
      const enough = acknowledged.length + killedAfter;
      const visit = async () => {
        while (!server.child.killed) {
          const key = crypto.randomUUID();
          if ((await insert(server, key)) !== 201) continue;
          acknowledged.push(key);
          if (acknowledged.length === enough) server.child.kill("SIGKILL");
        }
      };
      await Promise.all(Array.from({ length: 8 }, visit));
    }
    const stored = new Set((await database.rows()).map(({ id }) => id));
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);

    const server = await installation.start(variables);
    const announced = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
    // A delivery that a kill interrupted is repeated only after a minute, which is too long for this test.
    const atLeast = stored.size - kills.length;
    await expect.poll(() => new Set(announced()).size).toBeGreaterThanOrEqual(atLeast);
    await server.stop();
    expect(announced().length - new Set(announced()).size).toBeLessThanOrEqual(kills.length);
  });
});

test.skipIf(ENGINES.length === 1)(
  "while PostgreSQL is stopped the site is served and inserts get 503, until it starts again",
  async (context) => {
    const cluster = await startPostgres();
    context.onTestFinished(() => cluster.stop());
    const { ownerUrl } = await cluster.createDatabase({ setup: "none" });
    const server = await installation.start({ DATABASE_URL: ownerUrl });
    const health = async () => (await fetch(`${server.origin}/health`)).status;
    const status = () => insert(server, crypto.randomUUID());
    expect(await status()).toBe(201);
    await cluster.whileStopped(async () => {
      expect(await status()).toBe(503);
      expect(await health()).toBe(503);
      expect((await fetch(server.origin)).status).toBe(200);
    });
    await expect.poll(status).toBe(201);
    expect(await health()).toBe(200);
  },
);

test("on a full disk the site is served and inserts get 503, until space is freed", async (context) => {
  const disk = mkdtempSync(join(tmpdir(), "site-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
  if (mounted.status !== 0) return context.skip("only root may mount a small disk");
  const server = await installation.start({ DATA_DIR: disk });
  context.onTestFinished(async () => {
    await server.stop();
    spawnSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });
  const health = async () => (await fetch(`${server.origin}/health`)).status;
  const acknowledged: string[] = [];
  const isStored = async () => {
    const key = crypto.randomUUID();
    const isAcknowledged = (await insert(server, key)) === 201;
    if (isAcknowledged) acknowledged.push(key);
    return isAcknowledged;
  };

  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - 64 * 1024));
  while (await isStored());
  expect(await insert(server, crypto.randomUUID())).toBe(503);
  await expect.poll(health).toBe(503);
  expect((await fetch(server.origin)).status).toBe(200);

  rmSync(join(disk, "filler"));
  expect(await isStored()).toBe(true);
  await expect.poll(health).toBe(200);
  expect(storedKeys(server)).toEqual(acknowledged.toSorted());
});

/** Returns the response status, or null. Unlike the page, it never retries, because that would take six seconds. */
async function insert({ origin }: SiteServer, key: string): Promise<number | null> {
  const response = await fetch(origin + INSERT_PATH, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(FULL_REQUIREMENT),
  }).catch(() => null);
  return response?.status ?? null;
}

function storedKeys(server: SiteServer): string[] {
  return server
    .readRequests()
    .map(({ id }) => id)
    .toSorted();
}
