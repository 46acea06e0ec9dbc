import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { buildTestApp } from "../../test-support/server.ts";
import { readAll, wire, wireInsert } from "../../test-support/wire.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import type { RequirementStore } from "../store/store.ts";
import { close } from "./listen.ts";

let folder: string;
let store: RequirementStore;
let app: FastifyInstance;
let port: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-listen-"));
  store = openSqliteStore(join(folder, "requests.sqlite"));
  app = await buildTestApp(store);
  port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterEach(async () => {
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function open(data: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.on("error", () => {});
  await once(socket, "connect");
  if (data !== "") socket.write(data);
  return socket;
}

/** Resolves once the server has read what other connections sent before. */
function visit() {
  return fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
}

describe("a server that stops", () => {
  test("finishes the request in progress, then closes its connection", async () => {
    const insert = wireInsert();
    const socket = await open(insert.slice(0, -10));
    await visit();
    const closed = close(app);
    socket.write(insert.slice(-10));
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nconnection: close\r\n/i);
    await closed;
  });

  test.each([
    ["is silent", ""],
    ["has sent half a header", "GET / HTTP/1.1\r\nHost"],
    ["has sent half a body", wireInsert("{", 100)],
  ])("closes a connection that %s after a grace period", async (_what, data) => {
    const socket = await open(data);
    await visit();
    await close(app, 50);
    expect(await readAll(socket)).toBe("");
  });

  test("closes a connection that is idle at once", async () => {
    const socket = await open(wire("GET /"));
    await once(socket, "data");
    await close(app);
    await readAll(socket);
  });
});
