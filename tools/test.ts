/** `npm test`: runs both test runners and fails if either does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import { isolateEnvironment } from "./test-environment.ts";

isolateEnvironment();
console.log(
  "In Chromium alone. Firefox and WebKit: npm ci --prefix e2e/engines && npm test --prefix e2e/engines",
);
let stopped = false;
for (const runner of ["vitest/vitest.mjs run", "@playwright/test/cli.js test"]) {
  if (!stopped) process.exitCode = (await run(runner.split(" "))) || process.exitCode;
}
// Lets the runner's own processes end, so that they write nothing into the temporary folder after it is removed.
if (stopped) await delay(2_000);

/** Resolves to the exit code. Ends the runner when this process is to end, so that nothing keeps running. */
async function run([script = "", ...args]: string[]): Promise<number> {
  const program = [`node_modules/${script}`, ...args];
  const runner = spawn(process.execPath, program, { stdio: "inherit" });
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    runner.kill(signal);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const [code] = (await once(runner, "exit")) as [number | null];
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return code ?? 1;
}
