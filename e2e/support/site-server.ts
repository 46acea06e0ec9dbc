import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A request as exported by `npm run requests` in JSON lines. */
type StoredRequest = Record<string, unknown> & { id: string; created_at: string };

/** The built site, served by the real server with a store of its own. */
export type SiteServer = {
  origin: string;
  dataFolder: string;
  /** Of the server's process. */
  pid: number | undefined;
  /** The requests that `npm run requests` exports, newest first. */
  readRequests: () => Promise<StoredRequest[]>;
  stop: () => Promise<void>;
};

export async function startSite(variables: Record<string, string> = {}): Promise<SiteServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "site-"));
  const env = {
    ...process.env,
    PORT: "0",
    DATA_DIR: dataFolder,
    RATE_LIMIT_PER_MINUTE: "0",
    ...variables,
  };
  const server = spawn(process.execPath, ["--max-semi-space-size=8", "server/main.ts"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await originOf(server);
  return {
    origin,
    dataFolder,
    pid: server.pid,
    readRequests: async () => {
      const { stdout } = await promisify(execFile)(
        "npm",
        ["run", "-s", "requests", "--", "--format", "jsonl"],
        { env },
      );
      const lines = stdout.split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as StoredRequest);
    },
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The stored requests with the e-mail address of `person`, newest first. */
export async function storedFrom(site: SiteServer, person: { email: string }) {
  return (await site.readRequests()).filter(({ email }) => email === person.email);
}

/** The URL that a starting server prints. */
export async function originOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("The server's output is not read.");
  for await (const line of createInterface({ input: server.stdout })) {
    const [origin] = /http:\/\/\S+/.exec(line) ?? [];
    if (!origin) continue;
    server.stdout.resume();
    return origin;
  }
  throw new Error("The server ended before it printed its address.");
}
