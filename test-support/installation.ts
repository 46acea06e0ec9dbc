import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeBuiltSite } from "./built-site.ts";
import { PROJECT, startSite, type SiteServer } from "./site-server.ts";

/** A published file that is larger than any socket buffer. */
export const LARGE = "/assets/film-Dz3.mp4";

export type Installation = ReturnType<typeof install>;

/** Copies the server's code beside a minimal build, so that tests need no real one. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "site-installation-"));
  for (const part of ["server", "domain", "contract", "package.json"]) {
    cpSync(join(PROJECT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  writeBuiltSite(join(folder, "dist"));
  writeFileSync(join(folder, "dist", LARGE), Buffer.alloc(16 * 1024 * 1024));
  mkdirSync(join(folder, "build"));
  writeFileSync(join(folder, "build/shell.html"), "");
  const pages = "export const renderServerPage = async (content) => JSON.stringify(content);";
  writeFileSync(join(folder, "build/pages.js"), pages);
  const servers: SiteServer[] = [];
  return {
    folder,
    async start(env: NodeJS.ProcessEnv) {
      const server = await startSite(env, folder);
      servers.push(server);
      return server;
    },
    async remove() {
      for (const server of servers) await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
