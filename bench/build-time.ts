import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { INPUTS } from "../tools/build-if-stale.ts";
import type { Figures } from "./budgets.ts";
import { round } from "./median.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Seconds of `npm run build` in a fresh copy of what a build is made of. */
export async function measureBuildTime(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "bench-build-"));
  for (const input of [...INPUTS, "package.json", "tsconfig.base.json"]) {
    await cp(join(ROOT, input), join(folder, input), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const started = performance.now();
  const build = spawn("npm", ["run", "build"], { cwd: folder, stdio: "ignore" });
  const [code] = await once(build, "exit");
  const seconds = (performance.now() - started) / 1000;
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error("npm run build failed in a fresh copy.");
  return { buildSeconds: round(seconds, 1) };
}
