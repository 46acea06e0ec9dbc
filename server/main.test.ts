import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { startTestPostgres } from "../test-support/test-postgres.ts";
import { install, LARGE } from "../test-support/installation.ts";
import type { RunningServer } from "../test-support/server-process.ts";
import { until, wire } from "../test-support/wire.ts";
import { startWebhookReceiver } from "../test-support/webhook-receiver.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { openSqliteStore } from "./store/sqlite/store.ts";

const installation = install();
const unbuilt = install({ built: false });
const scratch = mkdtempSync(join(tmpdir(), "site-main-"));
const { cluster, missing } = await startTestPostgres();
afterAll(async () => {
  for (const folder of [installation.folder, unbuilt.folder, scratch]) {
    rmSync(folder, { recursive: true });
  }
});

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(scratch, "data-"));
});

function post({ url }: RunningServer, body: unknown = MINIMAL_REQUIREMENT, key?: string) {
  return fetch(`${url}/rest/v1/data_requirements`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      connection: "close",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
  });
}

async function openConnection({ url }: RunningServer, text: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  if (socket.writable) socket.write(text);
  return socket;
}

describe("an impossible start is one sentence and exit 1", () => {
  test.each([
    ["a wrong value", { PORT: "http" }, /^PORT must be .* but is "http"\.\n$/],
    [
      "a folder below a file",
      { DATA_DIR: "/dev/null/x" },
      /^The data folder .* set DATA_DIR .*\n$/,
    ],
    [
      "no address of ours",
      { HOST: "192.0.2.1", TRUST_PROXY: "off" },
      /^HOST "192.0.2.1" is not an address .*\n$/,
    ],
  ])("%s", async (_what, env, sentence) => {
    const ended = await installation.run("main.ts", [], { DATA_DIR: data, PORT: "0", ...env });
    expect(ended).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(sentence) });
  });

  test("a port in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const address = taken.address();
    const port = String(typeof address === "object" ? address?.port : "");
    const env = { DATA_DIR: data, PORT: port };
    const ended = await installation.run("main.ts", [], env);
    taken.close();
    const problem = `Port ${port} is in use: stop the program that listens there, or set PORT.`;
    expect(ended).toEqual({ code: 1, stdout: "", stderr: `${problem}\n` });
  });

  test("no build", async () => {
    const ended = await unbuilt.run("main.ts", [], { DATA_DIR: data });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("npm run build") });
  });
});

describe("a running server", () => {
  test("prints its address, the store and how to read requests, and logs no input", async () => {
    const server = await installation.start({ DATA_DIR: data });
    await post(server, { ...MINIMAL_REQUIREMENT, company: "Discreet Ltd" });
    await fetch(`${server.url}/?email=ada@example.org`);
    await server.stop();
    const [address, store, reading, ...log] = server.output().trimEnd().split("\n");
    expect([address, store, reading]).toEqual([
      `The site is at ${server.url}`,
      `Requests are stored in ${join(data, "requests.sqlite")}`,
      `Read them with: DATA_DIR='${data}' npm run requests`,
    ]);
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === "request")).toEqual([
      expect.objectContaining({
        method: "POST",
        path: "/rest/v1/data_requirements",
        status: 201,
        outcome: "stored",
      }),
      expect.objectContaining({ method: "GET", path: "/", status: 200 }),
    ]);
    expect(log.join("\n")).not.toMatch(/Discreet|ada@|127\.0\.0\.1"/);
  });

  test("stores requests that only its user can read, and exits with 0 on SIGTERM", async () => {
    const folder = join(data, "new");
    const server = await installation.start({ DATA_DIR: folder });
    await post(server);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const suffix of ["", "-wal", "-shm"]) {
      expect(statSync(join(folder, `requests.sqlite${suffix}`)).mode & 0o777).toBe(0o600);
    }
    await server.stop("SIGTERM");
    expect(server.child.exitCode).toBe(0);
  });

  test("stores requests while 200,000 notifications are due", async () => {
    const receiver = await startWebhookReceiver();
    receiver.statuses.push(...Array<number>(1_000).fill(500));
    const store = openSqliteStore(join(data, "requests.sqlite"), { channels: ["webhook"] });
    await store.check();
    await store.close();
    const database = new DatabaseSync(join(data, "requests.sqlite"));
    database.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
      insert into data_requirements (id, created_at, full_name, email, phone, company)
        select 'x' || i, '2026-01-01T00:00:00.000+00:00', 'a', 'a@b.co', '1', 'flood' from n`);
    database.close();
    const server = await installation.start({
      DATA_DIR: data,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
    });
    await until(() => receiver.received.length > 20);
    expect(await post(server)).toMatchObject({ status: 201 });
    const health = await fetch(`${server.url}/health`);
    expect(await health.json()).toMatchObject({ status: "ok", undelivered: 1_000 });
    await server.stop();
    await receiver.stop();
  });

  test("survives more connections than it may open files, and stores requests afterwards", async () => {
    const server = await installation.start({ DATA_DIR: data }, { maxFiles: 60 });
    const download = wire(`GET ${LARGE}`);
    const attack = Array.from({ length: 200 }, () => openConnection(server, download));
    // None reads what it asked for.
    for (const socket of await Promise.all(attack)) socket.destroy();
    await until(async () => (await post(server).catch(() => null))?.status === 201);
    await server.stop();
  });

  test("with a damaged file serves the site, stores nothing, and logs what to do", async () => {
    writeFileSync(join(data, "requests.sqlite"), "no database at all ".repeat(100));
    const server = await installation.start({ DATA_DIR: data });
    expect(await fetch(server.url)).toMatchObject({ status: 200 });
    expect(await fetch(`${server.url}/health`)).toMatchObject({ status: 503 });
    const refused = await post(server);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({ code: "PGRST000" });
    expect(server.output()).toContain("put a backup in its place");
    // Making the folder writable again needs no restart.
    rmSync(join(data, "requests.sqlite"));
    expect(await post(server)).toMatchObject({ status: 201 });
    await until(async () => (await fetch(`${server.url}/health`)).ok);
    await server.stop();
  });
});

describe.skipIf(missing)("a server on PostgreSQL", () => {
  test("waits for a database that is down, and stores once it is up", async () => {
    await cluster.halt();
    const server = await installation.start({ DATABASE_URL: cluster.url() });
    expect(server.output()).toContain(
      "Requests are stored in PostgreSQL, database postgres on 127.0.0.1",
    );
    expect(await fetch(`${server.url}/health`)).toMatchObject({ status: 503 });
    expect(await post(server)).toMatchObject({ status: 503 });
    await cluster.start();
    await until(async () => (await fetch(`${server.url}/health`)).ok);
    expect(await post(server, MINIMAL_REQUIREMENT, "up")).toMatchObject({ status: 201 });
    // And again, now that connections are open.
    await cluster.halt();
    expect(await post(server)).toMatchObject({ status: 503 });
    await cluster.start();
    await until(async () => (await post(server, MINIMAL_REQUIREMENT, "up")).status === 409);
    await server.stop();
    expect(await cluster.run("select count(*)::int as n from data_requirements")).toEqual([
      { n: 1 },
    ]);
  });

  test("with a database that does not exist, reports it and exits", async () => {
    const env = { DATABASE_URL: cluster.url("nowhere"), PORT: "0" };
    const ended = await installation.run("main.ts", [], env);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not exist; see docs/backends.md"),
    });
  });
});
