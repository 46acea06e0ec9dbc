import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { UNTIMED } from "../../domain/spam.ts";
import {
  submitRequirement,
  type SubmitOutcome,
} from "../../site/request/submission/submit-requirement.ts";
import { startPostgres } from "../../test-support/postgres.ts";
import { install, type Installation } from "../../test-support/installation.ts";
import type { RunningServer } from "../../test-support/server-process.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { FAULTS, startFaultyProxy } from "./faulty-proxy.ts";

let installation: Installation;
beforeAll(() => {
  installation = install();
});
afterAll(() => installation.remove());

test("a server killed under load has stored all that it acknowledged", async () => {
  const data = join(installation.folder, "killed");
  const acknowledged: string[] = [];
  for (const killedAfter of [1, 10, 50, 200]) {
    const server = await installation.start({ DATA_DIR: data });
    const enough = acknowledged.length + killedAfter;
    const visit = async (visitor: number) => {
      for (let count = 0; !server.child.killed; count += 1) {
        const key = `${killedAfter}-${visitor}-${count}`;
        if ((await submit(server.url, key)).kind !== "stored") continue;
        acknowledged.push(key);
        if (acknowledged.length === enough) server.child.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)));
    await server.stop("SIGKILL");
  }
  const stored = new Set(keysInFile(data));
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
});

test("with faults in two attempts, or in each, a request is stored exactly once", async () => {
  const data = join(installation.folder, "faulty");
  const server = await installation.start({ DATA_DIR: data });
  const twoTries = FAULTS.flatMap((first) => FAULTS.map((second) => [first, second]));
  // More attempts than the client makes by itself: the visitor submits again.
  const eachTry = FAULTS.map((fault) => [fault, fault, fault, fault, fault]);
  const plans = new Map([...twoTries, ...eachTry].map((faults) => [faults.join(), [...faults]]));
  const proxy = await startFaultyProxy(server.url, (key) => plans.get(key)?.shift());
  const visit = async (key: string) => {
    while ((await submit(proxy.url, key)).kind !== "stored");
  };
  await Promise.all([...plans.keys()].map(visit));
  proxy.stop();
  await server.stop();
  expect(keysInFile(data)).toEqual([...plans.keys()].toSorted());
});

test("two servers on one SQLite file store each request once, whichever it is sent to", async () => {
  const env = { DATA_DIR: join(installation.folder, "shared") };
  const keys = await submitToAll([await installation.start(env), await installation.start(env)]);
  expect(keysInFile(env.DATA_DIR)).toEqual(keys);
});

test("three servers that start at once on one PostgreSQL store each request once", async (context) => {
  const cluster = await startPostgres();
  if (typeof cluster === "string") return context.skip(cluster);
  const env = { DATABASE_URL: cluster.url() };
  const keys = await submitToAll(await Promise.all([1, 2, 3].map(() => installation.start(env))));
  const rows = await cluster.run("select idempotency_key as key from data_requirements");
  await cluster.stop();
  expect(rows.map(({ key }) => String(key)).toSorted()).toEqual(keys);
});

test("a full disk: inserts are rejected, the site is served, and all works once there is space", async (context) => {
  const disk = mkdtempSync(join(tmpdir(), "site-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
  if (mounted.status !== 0) return context.skip("only root may mount a small disk");
  const server = await installation.start({ DATA_DIR: disk });
  const health = async () => (await fetch(`${server.url}/health`)).status;
  const acknowledged: string[] = [];
  const isStored = async (key: string) => {
    const { kind } = await submit(server.url, key);
    if (kind === "stored") acknowledged.push(key);
    return kind === "stored";
  };

  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - 64 * 1024));
  for (let count = 0; await isStored(`filling-${count}`); count += 1);
  expect(await submit(server.url, "rejected")).toMatchObject({ kind: "unavailable", status: 503 });
  await expect.poll(health, { timeout: 10_000 }).toBe(503);
  expect((await fetch(server.url)).status).toBe(200);

  rmSync(join(disk, "filler"));
  expect(await isStored("after")).toBe(true);
  await expect.poll(health, { timeout: 10_000 }).toBe(200);
  await server.stop();
  expect(keysInFile(disk)).toEqual(acknowledged.toSorted());
  spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true });
});

/** Submits as the page does, without its delays between attempts. */
function submit(url: string, idempotencyKey: string): Promise<SubmitOutcome> {
  const options = { idempotencyKey, formUse: UNTIMED, wait: () => Promise.resolve() };
  return submitRequirement(FULL_REQUIREMENT, { url: `${url}/rest/v1` }, options);
}

/**
 * Sends 200 requests, each to all servers at once, and stops the servers. Returns the sorted keys.
 */
async function submitToAll(servers: RunningServer[]): Promise<string[]> {
  const keys = Array.from({ length: 200 }, (_, index) => `shared-${index}`).toSorted();
  const sent = keys.flatMap((key) => servers.map(({ url }) => submit(url, key)));
  for (const { kind } of await Promise.all(sent)) expect(kind).toBe("stored");
  for (const server of servers) await server.stop();
  return keys;
}

/** The sorted keys of the stored requests. */
function keysInFile(data: string): string[] {
  const file = new DatabaseSync(join(data, "requests.sqlite"), { readOnly: true });
  const rows = file.prepare("select idempotency_key as key from data_requirements").all();
  file.close();
  return rows.map(({ key }) => String(key)).toSorted();
}
