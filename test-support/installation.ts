import { execFile, type ChildProcess } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { makeBuiltSite } from "./built-site.ts";
import { startProgram, stopProgram } from "./programs.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The server's code with a small build beside it, so that no test needs the real one. */
export type Installation = {
  folder: string;
  /** A server as `npm start` runs it, ready for requests, that may have `maxFiles` files open. */
  start(env: NodeJS.ProcessEnv, limits?: { maxFiles: number }): Promise<RunningServer>;
  /** Runs a program that ends by itself. */
  run(
    program: "main.ts" | "admin/requests.ts",
    args: string[],
    env: NodeJS.ProcessEnv,
  ): Promise<Ended>;
  remove(): void;
};

export type RunningServer = {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

type Ended = { code: number; stdout: string; stderr: string };

export function install({ built = true } = {}): Installation {
  const folder = mkdtempSync(join(tmpdir(), "site-installation-"));
  for (const part of ["server", "domain", "supabase", "package.json"]) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  if (built) {
    const site = makeBuiltSite();
    cpSync(site, join(folder, "dist"), { recursive: true });
    rmSync(site, { recursive: true });
    mkdirSync(join(folder, "build"));
    writeFileSync(join(folder, "build/shell.html"), "");
    const pages = JSON.stringify(new URL("built-pages.ts", import.meta.url));
    writeFileSync(join(folder, "build/pages.js"), `export * from ${pages};`);
  }
  return {
    folder,
    async start(env, limits) {
      const chunks: Buffer[] = [];
      const limit = limits === undefined ? "" : `ulimit -n ${limits.maxFiles};`;
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
    },
    run(program, args, env) {
      const { promise, resolve } = Promise.withResolvers<Ended>();
      execFile(
        process.execPath,
        [join(folder, "server", program), ...args],
        { env: { PATH: process.env["PATH"], ...env }, maxBuffer: 1e9 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : Number(error.code ?? -1);
          resolve({ code, stdout, stderr });
        },
      );
      return promise;
    },
    remove() {
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  };
}
