import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { freePort } from "../test-support/programs.ts";
import type { Measurements } from "./budgets.ts";
import { repeat, round } from "./statistics.ts";

const ROUNDS = 5;

/** Seconds from `npm start` to the response to `/`, in the best round. */
export async function measureStartTime(): Promise<Measurements> {
  return { startSeconds: round(Math.min(...(await repeat(ROUNDS, startOnce))), 2) };
}

async function startOnce(): Promise<number> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
  const started = performance.now();
  const npm = spawn("npm", ["start"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: "ignore",
    // A process group of its own: npm does not pass every signal on.
    detached: true,
  });
  const ended = once(npm, "exit");
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) await delay(5);
  const seconds = (performance.now() - started) / 1000;
  process.kill(-Number(npm.pid), "SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return seconds;
}
