import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { startServer } from "./server-process.ts";

/** A request as exported by `npm run requests` in JSON lines. */
type StoredRequest = Record<string, unknown> & { id: string; created_at: string };

/** The built site, served by the real server with a store of its own. */
export type SiteServer = {
  origin: string;
  dataFolder: string;
  /** The requests that `npm run requests` exports, newest first. */
  readRequests: () => Promise<StoredRequest[]>;
  /** Ends the server at once, and keeps its data. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startSite(variables: Record<string, string> = {}): Promise<SiteServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "site-"));
  const env = { DATA_DIR: dataFolder, ...variables };
  const server = await startServer(env);
  return {
    origin: server.url,
    dataFolder,
    readRequests: async () => {
      const args = ["run", "-s", "requests", "--", "--format", "jsonl"];
      const { stdout } = await promisify(execFile)("npm", args, {
        env: { ...process.env, ...env },
      });
      const lines = stdout.split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as StoredRequest);
    },
    kill: () => server.stop("SIGKILL"),
    stop: async () => {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The stored requests with the e-mail address of `person`, newest first. */
export async function storedFrom(site: SiteServer, person: { email: string }) {
  return (await site.readRequests()).filter(({ email }) => email === person.email);
}
