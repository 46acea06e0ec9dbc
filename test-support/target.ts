import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { install, type Installation } from "./installation.ts";
import type { RunningServer } from "./server-process.ts";
import { MINIMAL_REQUIREMENT } from "./valid-requirement.ts";

/** A real server for tests that attack it. */
export type Target = RunningServer & {
  /** Starts the server again after it was stopped, on another port. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>;
  run: Installation["run"];
  folder: string;
  dataFolder: string;
  file: string;
  port: number;
  /** Opens connections that do not read by themselves, and sends something on each. */
  open(count: number, data: string): Promise<Socket[]>;
  /** Expects that within 15 seconds the page is served and a request is stored. */
  visit(): Promise<void>;
  /** Number of stored requests from `visit`. */
  count(): number;
  /** Resident memory in MB. */
  memory(): number;
  remove(): Promise<void>;
};

/** A file of the site that is larger than any socket buffer. */
export const LARGE = "/assets/film-Dz3.mp4";

export async function startTarget(
  env: NodeJS.ProcessEnv = {},
  limits?: { maxFiles: number },
): Promise<Target> {
  const installation = install();
  const { folder } = installation;
  writeFileSync(join(folder, "dist", LARGE), Buffer.alloc(16 * 1024 * 1024));
  const dataFolder = join(folder, "data");
  const server = await installation.start({ DATA_DIR: dataFolder, ...env }, limits);
  const port = Number(new URL(server.url).port);
  const sockets = new Set<Socket>();
  const file = join(dataFolder, "requests.sqlite");
  let visits = 0;

  async function dial(data: string): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (socket.writable) socket.write(data);
    return socket;
  }

  const target: Target = {
    ...server,
    folder,
    dataFolder,
    file,
    port,
    run: (...parameters) => installation.run(...parameters),
    async restart(again = {}) {
      Object.assign(target, await installation.start({ DATA_DIR: dataFolder, ...again }));
    },
    async open(count, data) {
      const opened: Socket[] = [];
      while (opened.length < count) {
        const some = Array.from({ length: Math.min(100, count - opened.length) }, () => dial(data));
        opened.push(...(await Promise.all(some)));
      }
      return opened;
    },
    async visit() {
      visits += 1;
      const signal = AbortSignal.timeout(15_000);
      const page = await fetch(target.url, { headers: { connection: "close" }, signal });
      if (page.status !== 200) throw new Error(`the page responds with ${page.status}`);
      for (;;) {
        const sent = await fetch(`${target.url}/rest/v1/data_requirements`, {
          method: "POST",
          headers: { "content-type": "application/json", connection: "close" },
          body: JSON.stringify({ ...MINIMAL_REQUIREMENT, company: `visitor ${visits}` }),
          signal,
        });
        if (sent.status === 201) return;
        const { code } = (await sent.json()) as { code?: string };
        // The server is busy: retried as the page does.
        if (code !== "53000") throw new Error(`the insert responds with ${sent.status}`);
        await delay(1_000, null, { signal });
      }
    },
    count() {
      const database = new DatabaseSync(file, { readOnly: true });
      const row = database
        .prepare("select count(*) as n from data_requirements where company like 'visitor %'")
        .get();
      database.close();
      return Number(row?.["n"]);
    },
    memory() {
      const status = readFileSync(`/proc/${target.child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    },
    async remove() {
      for (const socket of sockets) socket.destroy();
      await target.stop("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
  return target;
}

/** Resolves once a condition holds; the test's timeout ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50);
}

/** Everything a connection receives until it is closed. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

/** A request on the wire. */
export function wire(line: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n${body}`;
}

export const RESOURCE = "/rest/v1/data_requirements";

/** An insert on the wire; `length` announces a body that never arrives in full. */
export function wireInsert(body = JSON.stringify(MINIMAL_REQUIREMENT), length?: number): string {
  const headers = {
    "content-type": "application/json",
    "content-length": String(length ?? Buffer.byteLength(body)),
  };
  return wire(`POST ${RESOURCE}`, headers, body);
}
