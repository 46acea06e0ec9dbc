import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";

import { expect, test } from "vitest";

const LOG = new URL("log.ts", import.meta.url).href;

const PROGRAM = `
  const { openLog } = await import(${JSON.stringify(LOG)});
  const log = openLog();
  for (let line = 0; line < 10_000; line += 1) {
    log.info("x".repeat(1_000));
    if (line % 100 === 0) await new Promise(setImmediate);
  }
  process.stderr.write(String(process.stdout.writableLength));
  process.exit();`;

test.each(["stalls", "has ended", "is full"])(
  "a server goes on, and keeps no more than 1 MB of its log, while standard output %s",
  async (what) => {
    const output = what === "is full" ? openSync("/dev/full", "w") : "pipe";
    const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
      stdio: ["ignore", output, "pipe"],
    });
    if (what === "has ended") child.stdout?.destroy();
    const ended = once(child, "exit");
    let waiting = "";
    child.stderr?.on("data", (chunk: Buffer) => (waiting += chunk.toString()));
    expect(await ended).toEqual([0, null]);
    expect(waiting).toMatch(/^\d+$/);
    expect(Number(waiting)).toBeLessThan(1.1 * 1024 * 1024);
  },
);
