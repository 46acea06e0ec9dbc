import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { parseHeaderRules } from "../server/header-rules.ts";
import { freePort } from "../test-support/programs.ts";
import type { Figures } from "./budgets.ts";
import { median, round } from "./median.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

const CONNECTIONS = 64;
/** Short rounds and many: neighbours slow either side down for seconds at a time. */
const ROUNDS = 12;
const SECONDS = 2;

const CROWD = 1_000;
const CROWD_ROUNDS = 3;
const CROWD_SECONDS = 4;

type Load = { perSecond: number; p99: number; errors: number };

/**
 * Requests a second for `/` with brotli: our server beside Debian's nginx (one worker, its brotli
 * module, the same compressed file and headers), turn by turn. Both write a line to a log file
 * for each request.
 */
export async function measureServedRate(): Promise<Figures> {
  const missing = missingTool();
  if (missing?.endsWith("wrk")) {
    return { nginxRatio: { missing }, crowdedP99: { missing }, crowdedErrors: { missing } };
  }
  const folder = await mkdtemp(join(tmpdir(), "bench-served-"));
  const ours = await startOurs(folder);
  const figures: Figures = {
    nginxRatio: missing ? { missing } : await compareWithNginx(folder, ours.url),
  };
  const crowded: Load[] = [];
  for (let count = 0; count < CROWD_ROUNDS; count += 1) {
    crowded.push(await load(ours.url, CROWD, CROWD_SECONDS));
  }
  await ours.stop();
  await rm(folder, { recursive: true });
  return {
    ...figures,
    crowdedP99: round(median(crowded.map(({ p99 }) => p99))),
    crowdedErrors: Math.max(...crowded.map(({ errors }) => errors)),
  };
}

async function compareWithNginx(folder: string, ours: string): Promise<number> {
  const nginx = await startNginx(folder);
  const rates: { ours: number[]; nginx: number[] } = { ours: [], nginx: [] };
  await load(ours, CONNECTIONS, 2);
  await load(nginx.url, CONNECTIONS, 1);
  for (let count = 0; count < ROUNDS; count += 1) {
    rates.ours.push((await load(ours, CONNECTIONS, SECONDS)).perSecond);
    rates.nginx.push((await load(nginx.url, CONNECTIONS, SECONDS)).perSecond);
  }
  await nginx.stop();
  return round(median(rates.ours) / median(rates.nginx), 2);
}

function missingTool(): string | undefined {
  const has = (command: string, flag: string) => !spawnSync(command, [flag]).error;
  if (!has("wrk", "-v")) return "wrk is missing: apt-get install wrk";
  if (!has("nginx", "-v") || !existsSync(BROTLI_MODULE)) {
    return "nginx or its module is missing: apt-get install nginx-light libnginx-mod-http-brotli-static";
  }
  return undefined;
}

type Running = { url: string; stop: () => Promise<void> };

async function startOurs(folder: string): Promise<Running> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, "data") };
  const log = openSync(join(folder, "ours.log"), "w");
  const server = spawn(process.execPath, [join(ROOT, "server/main.ts")], {
    env,
    stdio: ["ignore", log, "inherit"],
  });
  return running(server, `http://127.0.0.1:${port}/`, "SIGTERM");
}

async function startNginx(folder: string): Promise<Running> {
  const port = await freePort();
  const rules = parseHeaderRules(await readFile(join(DIST, "_headers"), "utf8"));
  const headers = Object.entries(rules.headersFor("/"))
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join("\n");
  const file = join(folder, "nginx.conf");
  await mkdir(join(folder, "temporary"));
  await writeFile(
    file,
    `load_module ${BROTLI_MODULE};
    user root; daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
    events { worker_connections 4096; }
    http {
      access_log ${folder}/nginx.log;
      client_body_temp_path ${folder}/temporary; proxy_temp_path ${folder}/temporary;
      sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      open_file_cache max=100;
      types { text/html html; }
      server {
        listen 127.0.0.1:${port}; root ${DIST}; brotli_static on;
        add_header Cache-Control no-cache;
        ${headers}
      }
    }`,
  );
  const nginx = spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" });
  return running(nginx, `http://127.0.0.1:${port}/`, "SIGTERM");
}

/** Waits until the program answers, with brotli. */
async function running(child: ChildProcess, url: string, signal: NodeJS.Signals): Promise<Running> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, { headers: { "accept-encoding": "br" } }).catch(() => null);
    if (response) {
      const encoding = response.headers.get("content-encoding");
      if (encoding !== "br") throw new Error(`${child.spawnfile} answers in ${String(encoding)}.`);
      await response.arrayBuffer();
      break;
    }
    if (tries === 100) throw new Error(`${child.spawnfile} did not answer within 10 s.`);
    await delay(100);
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

/** One run of wrk, with one thread: the other core is the server's. */
async function load(url: string, connections: number, seconds: number): Promise<Load> {
  const words = `-t1 -c${connections} -d${seconds}s --latency --timeout 5s`.split(" ");
  const { stdout } = await promisify(execFile)("wrk", [...words, "-H", "Accept-Encoding: br", url]);
  const [, connect, reading, writing, timeout] =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? [];
  const [, refused] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: toMilliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    errors: [connect, reading, writing, timeout, refused].reduce(
      (sum, count) => sum + Number(count ?? 0),
      0,
    ),
  };
}

function toMilliseconds(match: RegExpExecArray | null): number {
  const [, value, unit] = match ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1_000 }[unit as "us" | "ms" | "s"];
}
