import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startProgram, stopProgram } from "./programs.ts";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));

export type RunningServer = {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * The server as `npm start` runs it, ready for requests, on a port of its own and without a rate
 * limit. `folder` has the project or a copy of it; `maxFiles` is how many files it may have open.
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  { folder = PROJECT, maxFiles }: { folder?: string; maxFiles?: number } = {},
): Promise<RunningServer> {
  const chunks: Buffer[] = [];
  const limit = maxFiles === undefined ? "" : `ulimit -n ${maxFiles};`;
  const child = await startProgram(
    "sh",
    ["-c", `${limit} exec "$@"`, "sh", process.execPath, join(folder, "server/main.ts")],
    {
      env: { PATH: process.env["PATH"], PORT: "0", RATE_LIMIT_PER_MINUTE: "0", ...env },
      ready: /npm run requests/,
      onOutput: (chunk) => chunks.push(chunk),
    },
  );
  const output = () => Buffer.concat(chunks).toString();
  const url = /http:\/\/\S+/.exec(output())?.[0] ?? "";
  return { url, child, output, stop: (signal = "SIGTERM") => stopProgram(child, signal) };
}
