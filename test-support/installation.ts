import { execFile } from "node:child_process";
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
import { startServer, type RunningServer } from "./server-process.ts";

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

type Ended = { code: number; stdout: string; stderr: string };

/** A file of the site that is larger than any socket buffer. */
export const LARGE = "/assets/film-Dz3.mp4";

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
    writeFileSync(join(folder, "dist", LARGE), Buffer.alloc(16 * 1024 * 1024));
    mkdirSync(join(folder, "build"));
    writeFileSync(join(folder, "build/shell.html"), "");
    const pages = JSON.stringify(new URL("built-pages.ts", import.meta.url));
    writeFileSync(join(folder, "build/pages.js"), `export * from ${pages};`);
  }
  return {
    folder,
    start: (env, limits) => startServer(env, { folder, ...limits }),
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
