import type { Socket } from "node:net";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  LARGE,
  readAll,
  RESOURCE,
  startTarget,
  until,
  wire,
  wireInsert,
  type Target,
} from "../../test-support/target.ts";

let target: Target;
beforeAll(async () => {
  target = await startTarget({ METRICS_ADDRESS: "127.0.0.1:0" });
});
afterAll(() => target.remove());

const FILM = wire(`GET ${LARGE}`);
const TINY = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/** An insert that comes in one piece with what is before it. */
const SHORT = wireInsert('{"full_name":"a","email":"a@b.co","phone":"1","company":"c"}');

/** A body of one-byte chunks that never ends. */
const DRIPPED = `${wire(`POST ${RESOURCE}`, {
  "content-type": "application/json",
  "transfer-encoding": "chunked",
})}${"1\r\nx\r\n".repeat(6_000)}`;

describe("a visitor is served and stored, in less than 300 MB, while", () => {
  test.each([
    // In what is read at once there are more than may be in progress.
    ["one connection pipelines inserts and reads nothing", 1, FILM + SHORT.repeat(400)],
    // All are stored, and more answers wait than inserts may be in progress at once.
    ["500 connections wait for an insert behind a response they do not read", 500, FILM + SHORT],
    ["300 connections pipeline tiny requests and read nothing", 300, FILM + TINY.repeat(2_500)],
    ["300 pipeline requests without a host", 300, FILM + "GET / HTTP/1.1\r\n\r\n".repeat(4_000)],
    [
      "300 pipeline unknown expectations",
      300,
      FILM + "GET / HTTP/1.1\r\nHost: x\r\nExpect: a\r\n\r\n".repeat(2_000),
    ],
    ["2,200 connections read nothing of what they asked for", 2_200, FILM],
    ["2,200 connections send nothing", 2_200, ""],
    [
      "2,200 connections send half a header",
      2_200,
      `GET / HTTP/1.1\r\nHost: x\r\na: ${"b".repeat(8_000)}`,
    ],
    ["2,200 connections are kept alive", 2_200, TINY],
    [
      "520 forms are half sent",
      520,
      wireInsert("{", 300_000).replace("json", "x-www-form-urlencoded"),
    ],
    ["520 inserts are nearly sent", 520, wireInsert(`{"a":"${"b".repeat(300_000)}"`, 320_000)],
    ["100 bodies come in chunks of one byte", 100, DRIPPED],
    [
      "2,000 PATCH requests announce bodies",
      2_000,
      wireInsert(`{"a":"${"b".repeat(150_000)}"`, 320_000).replace("POST", "PATCH"),
    ],
    [
      "100 chunked bodies follow a response that is not read",
      100,
      FILM + DRIPPED.replace("POST", "PUT"),
    ],
  ])("%s", async (what, count, data) => {
    // A server for each test: garbage of one attack must not count against the next.
    const attacked = await startTarget();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, attacked.memory())), 100);
    onTestFinished(() => {
      clearInterval(watch);
      return attacked.remove();
    });
    const attack = attacked.open(count, data);
    await attacked.visit();
    await attack;
    await attacked.visit();
    await attacked.visit();
    expect(attacked.count()).toBe(3);
    peak = Math.max(peak, attacked.memory());
    process.stdout.write(`${Math.round(peak)} MB at most: ${what}\n`);
    expect(peak).toBeLessThan(300);
  });

  test("520 forms are half sent, again and again as they time out", async () => {
    const data = wireInsert("{", 300_000).replace("json", "x-www-form-urlencoded");
    const attacking = new AbortController();
    const redial = async (): Promise<void> => {
      while (!attacking.signal.aborted) {
        const [socket] = await target.open(1, data);
        if (socket) await readAll(socket);
      }
    };
    const attackers = Array.from({ length: 520 }, redial);
    for (let turn = 0; turn < 5; turn += 1) await target.visit();
    attacking.abort();
    await target.open(40, data);
    expect(attackers).toHaveLength(520);
    expect(await target.dropped("body")).toBeGreaterThan(0);
  });
});

test("a response that nobody reads ends its connection", async () => {
  const [socket] = await target.open(1, FILM);
  if (!socket) throw new Error("no connection");
  // Sending more does not count as reading.
  const writing = setInterval(() => socket.write("\r\n"), 500);
  await closed(socket);
  clearInterval(writing);
  expect(await target.dropped("unread")).toBeGreaterThan(0);
});

test("connections closed to free a slot are counted and logged", async () => {
  const sockets = await target.open(2_100, "");
  await Promise.race(sockets.map((socket) => closed(socket)));
  await until(() => target.output().includes('"msg":"connections closed"'));
  expect(await target.dropped("full")).toBeGreaterThan(0);
});

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}
