import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { startSite } from "../site-server.ts";

type Differences = {
  env?: Record<string, string>;
  /** Files to copy within the project. Each key is a target, and its value is the source. */
  files?: Record<string, string>;
  /** Edits the copy's folder before the build. */
  edit?: (folder: string) => Promise<void>;
};

const SOURCES = ["site", "domain", "contract", "server", "tools", "index.html", "404.html"];
const SETTINGS = ["vite.config.ts", "package.json", "tsconfig.base.json", "tsconfig.json"];

export type Variant = { origin: string; stop: () => Promise<void> };

/** Builds and serves a modified copy of the project. */
export async function startVariant(differences: Differences): Promise<Variant> {
  const folder = await buildCopy(differences);
  const server = await startSite({}, folder);
  return {
    origin: server.origin,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Builds a copy of the project, so that the project's own build stays. Resolves to the copy's folder. */
export async function buildCopy({ env = {}, files = {}, edit }: Differences = {}): Promise<string> {
  const folder = await copyProject(files);
  await edit?.(folder);
  await promisify(execFile)(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--app"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  return folder;
}

/** Copies what a build needs. Resolves to the copy's folder. */
export async function copyProject(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-copy-"));
  const copies = [...SOURCES, ...SETTINGS].map((path) => [path, path] as const);
  for (const [to, from] of [...copies, ...Object.entries(files)]) {
    await cp(from, join(folder, to), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}
