import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BUILDS } from "../contract/build-output.ts";
import { writeBuild } from "./built-site.ts";
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
  const site = writeBuild(join(folder, BUILDS), { folder: "current", previous: null });
  writeFileSync(join(site, LARGE), Buffer.alloc(16 * 1024 * 1024));
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
