import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import {
  LARGE,
  readAll,
  startTarget,
  until,
  wire,
  wireInsert,
  type Target,
} from "../../test-support/target.ts";

let target: Target | undefined;
afterEach(async () => {
  await target?.remove();
  target = undefined;
});

/** Ends with 0 after SIGTERM; a service manager would wait no longer than this test. */
async function expectToStop({ child }: Target): Promise<void> {
  const ended = once(child, "exit", { signal: AbortSignal.timeout(30_000) });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}

describe("on SIGTERM the server exits with 0 while", () => {
  test("800 connections are silent, half sent or not reading", async () => {
    target = await startTarget();
    for (const data of ["", "GET / HTTP/1.1\r\nHost", wireInsert("{", 100), wire(`GET ${LARGE}`)]) {
      await target.open(200, data);
    }
    await target.visit();
    await expectToStop(target);
  });

  test("a download goes on, and connections are silent: those are closed at once", async () => {
    target = await startTarget();
    const [download] = await target.open(1, wire(`GET ${LARGE}`));
    const silent = await target.open(20, "");
    await target.visit();
    const ended = once(target.child, "exit");
    target.child.kill("SIGTERM");
    for (const socket of silent) await readAll(socket);
    // All connections are closed after some seconds: the download would be cut off then.
    if (download) expect((await readAll(download)).length).toBeGreaterThan(16 * 1024 * 1024);
    expect(await ended).toEqual([0, null]);
  });

  // Each line resets every timeout of a connection.
  test("a mail server greets, then sends a line every second, forever", async () => {
    const mail = createServer((socket) => {
      socket.write("220 mail.example\r\n");
      const talking = setInterval(() => socket.write("250-please wait\r\n"), 1_000);
      socket.on("error", () => {}).on("close", () => clearInterval(talking));
    }).listen(0, "127.0.0.1");
    await once(mail, "listening");
    const { port } = mail.address() as AddressInfo;
    target = await startTarget({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      NOTIFY_EMAIL: "sales@site.example",
    });
    const calling = once(mail, "connection");
    await target.visit();
    await calling;
    await expectToStop(target);
    mail.close();
  });

  test("a download is running, which finishes", async () => {
    target = await startTarget();
    const [socket] = await target.open(1, wire(`GET ${LARGE}`));
    await target.visit();
    const ended = once(target.child, "exit");
    target.child.kill("SIGTERM");
    if (socket) expect((await readAll(socket)).length).toBeGreaterThan(16 * 1024 * 1024);
    expect(await ended).toEqual([0, null]);
  });
});

describe("a half-closed connection", () => {
  test("still gets the responses to its requests", async () => {
    target = await startTarget();
    const [socket] = await target.open(1, wireInsert() + wireInsert());
    socket?.end();
    if (socket) expect((await readAll(socket)).match(/^HTTP\/1\.1 201/gm)).toHaveLength(2);
  });

  test.each([
    ["sent nothing", ""],
    ["sent half a header", "GET / HT"],
    ["sent half a body", wireInsert("{", 100)],
    ["has its response", wire("GET /")],
  ])("that %s is closed before one that stays open", async (_what, data) => {
    target = await startTarget();
    const [open, half] = await target.open(2, data);
    if (!open || !half) throw new Error("no connections");
    half.end();
    const first = await Promise.race([
      readAll(open).then(() => "open"),
      readAll(half).then(() => "half-closed"),
    ]);
    expect(first).toBe("half-closed");
    await target.visit();
  });
});

describe("a visitor is served and stored while standard output", () => {
  test.each(["is full", "has ended", "stalls"])("%s", async (what) => {
    target = await startTarget({ RATE_LIMIT_PER_MINUTE: "0" });
    // The port is given, because the output of this server is full and cannot be read.
    await target.stop();
    const env = {
      PATH: process.env["PATH"],
      PORT: String(target.port),
      RATE_LIMIT_PER_MINUTE: "0",
    };
    const child = spawn(process.execPath, [join(target.folder, "server/main.ts")], {
      stdio: ["ignore", what === "is full" ? openSync("/dev/full", "w") : "pipe", "ignore"],
      env: { ...env, DATA_DIR: target.dataFolder },
    });
    const url = target.url;
    await until(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    if (what === "has ended") child.stdout?.destroy();
    const ask = () => fetch(`${url}/${"a".repeat(180)}`).then((response) => response.text());
    for (let turn = 0; turn < 20; turn += 1) await Promise.all(Array.from({ length: 50 }, ask));
    await target.visit();
    expect(child.exitCode).toBeNull();
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

test("few lines are buffered while the reader of standard output stalls", async () => {
  const log = join(import.meta.dirname, "../monitoring/log.ts");
  const program = `
    const { openLog } = await import(${JSON.stringify(log)});
    const log = openLog();
    for (let line = 0; line < 10_000; line += 1) log.info("x".repeat(1_000));
    process.stderr.write(String(process.stdout.writableLength));
    process.exit();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  const [kept] = (await once(child.stderr, "data")) as [Buffer];
  expect(Number(kept)).toBeGreaterThan(0);
  expect(Number(kept)).toBeLessThan(1.1 * 1024 * 1024);
});

test("only the server's user can read stored requests", async () => {
  target = await startTarget();
  await target.visit();
  expect(statSync(target.dataFolder).mode & 0o777).toBe(0o700);
  for (const suffix of ["", "-wal", "-shm"]) {
    expect(statSync(target.file + suffix).mode & 0o777).toBe(0o600);
  }
});
