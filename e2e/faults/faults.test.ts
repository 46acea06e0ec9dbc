import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { INSERT_PATH } from "../../contract/routes.ts";
import { install, type Installation } from "../../test-support/installation.ts";
import type { SiteServer } from "../../test-support/site-server.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

let installation: Installation;
beforeAll(() => {
  installation = install();
});
afterAll(() => installation.remove());

test("after SIGKILL under load, every acknowledged request is stored", async () => {
  const data = join(installation.folder, "killed");
  const acknowledged: string[] = [];
  for (const killedAfter of [1, 100]) {
    const server = await installation.start({ DATA_DIR: data });
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
    const stored = new Set(storedKeys(server));
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  }
});

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
