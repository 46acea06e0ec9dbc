import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { freePort } from "../test-support/programs.ts";
import type { Figures } from "./budgets.ts";
import { median, round } from "./median.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;

/** Seconds from `npm start` to the first byte of `/`, with npm's own start in it. */
export async function measureStartTime(): Promise<Figures> {
  const seconds: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) seconds.push(await startOnce());
  return { startSeconds: round(median(seconds), 2) };
}

async function startOnce(): Promise<number> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
  const started = performance.now();
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: "ignore",
    // A group of its own: npm does not hand every signal on.
    detached: true,
  });
  const ended = once(npm, "exit");
  while (!(await hasFirstByte(port))) await delay(5);
  const seconds = (performance.now() - started) / 1000;
  process.kill(-Number(npm.pid), "SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return seconds;
}

async function hasFirstByte(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  socket.once("data", () => resolve(true));
  socket.once("error", () => resolve(false));
  const answered = await promise;
  socket.destroy();
  return answered;
}
