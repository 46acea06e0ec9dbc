import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { expect, test } from "vitest";

import { SqliteStore } from "./sqlite-store.ts";
import { buildTestApp } from "../test-support/server.ts";

const CROWD = 50;

/** Opens connections and asks for the page on each; then `knocking` is 1. Reads every answer. */
const VISITORS = `
  const { workerData: { port, crowd, knocking }, parentPort } = require("node:worker_threads");
  const { connect } = require("node:net");
  let asked = 0;
  const statuses = [];
  for (let count = 0; count < crowd; count += 1) {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n", () => {
        if (++asked < crowd) return;
        Atomics.store(knocking, 0, 1);
        Atomics.notify(knocking, 0);
      });
    });
    let answer = "";
    socket.on("data", (data) => { answer += data; });
    socket.on("end", () => {
      statuses.push(answer.slice(9, 12));
      if (statuses.length === crowd) parentPort.postMessage(statuses);
    });
  }
`;

test("of connections that come at once, all are accepted before the first is answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crowd-"));
  const store = new SqliteStore(join(folder, "requests.sqlite"));
  const app = await buildTestApp(store, { now: () => 0 });
  const seen: string[] = [];
  app.server.on("connection", () => seen.push("accepted"));
  app.server.on("request", (_, response) => response.on("finish", () => seen.push("answered")));
  await app.listen({ host: "127.0.0.1", port: 0 });

  const knocking = new Int32Array(new SharedArrayBuffer(4));
  const { port } = app.server.address() as AddressInfo;
  const visitors = new Worker(VISITORS, {
    eval: true,
    workerData: { port, crowd: CROWD, knocking },
  });
  const statuses = new Promise((resolve) => {
    visitors.once("message", resolve);
  });
  // Our loop stands still until all of them wait in the system's queue.
  expect(Atomics.wait(knocking, 0, 0, 20_000)).not.toBe("timed-out");

  expect(await statuses).toEqual(Array<string>(CROWD).fill("200"));
  expect(seen.slice(0, CROWD)).toEqual(Array<string>(CROWD).fill("accepted"));
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});
