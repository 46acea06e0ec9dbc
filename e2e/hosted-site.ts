import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, request as forward, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";

import { parseHeaderRules } from "../server/header-rules.ts";
import { PostgresStore } from "../server/postgres-store.ts";
import { listRows } from "../server/testing/homes.ts";
import type { DeskRow } from "../server/store.ts";
import { startPostgres } from "../server/testing/postgres.ts";
import { startPostgrest } from "../server/testing/postgrest.ts";

/** The static build on a host of files, its backend a real PostgREST on another origin. */
export type HostedSite = {
  origin: string;
  /** What is stored, newest first. */
  readRequests: () => Promise<DeskRow[]>;
  stop: () => Promise<void>;
};

/** Starts all of it, or says in one line why this machine cannot. */
export async function startHostedSite(): Promise<HostedSite | string> {
  const cluster = await startPostgres();
  if (typeof cluster === "string") return cluster;
  await cluster.createDatabase("hosted");
  const store = new PostgresStore(cluster.url("hosted"));
  // Applies the migration, as the Supabase CLI would.
  await store.check();
  const postgrest = await startPostgrest(cluster, "hosted");
  if (typeof postgrest === "string") {
    await store.close();
    await cluster.stop();
    return postgrest;
  }
  const gateway = await listen(gatewayTo(postgrest.url));
  const copy = await buildCopy(gateway.origin);
  const files = await listen(await filesOf(join(copy, "dist")));
  return {
    origin: files.origin,
    readRequests: () => listRows(store),
    async stop() {
      files.server.close();
      gateway.server.close();
      await postgrest.stop();
      await store.close();
      await cluster.stop();
      await rm(copy, { recursive: true });
    },
  };
}

/** Builds a copy of the project, as a host's build step does, for this backend. */
async function buildCopy(backend: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "hosted-site-"));
  const sources = ["site", "domain", "tools", "index.html", "404.html", "vite.config.ts"];
  const settings = ["package.json", "tsconfig.base.json", "tsconfig.json"];
  for (const source of [...sources, ...settings]) {
    await cp(source, join(copy, source), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const vite = join("node_modules", "vite", "bin", "vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", "--app"], {
    cwd: copy,
    env: {
      ...process.env,
      VITE_SUPABASE_URL: backend,
      VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
    },
  });
  return copy;
}

/** What a hosted gateway does: the REST resource under its path, everything else unknown. */
function gatewayTo(postgrest: string): RequestListener {
  return (incoming, answer) => {
    const [, path] = /^\/rest\/v1(\/.*)$/.exec(incoming.url ?? "") ?? [];
    if (path === undefined) return void answer.writeHead(404).end();
    const { method = "GET", headers } = incoming;
    const passed = forward(postgrest + path, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end());
    incoming.pipe(passed);
  };
}

/** A host of files with the build's own header rules and 404 page. */
async function filesOf(folder: string): Promise<RequestListener> {
  const rules = parseHeaderRules(await readFile(join(folder, "_headers"), "utf8"));
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".avif": "image/avif",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
  };
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const file = path === "/" ? "/index.html" : path;
    const serve = (status: number, name: string) => (content: Buffer) => {
      const type = types[extname(name)] ?? "application/octet-stream";
      response.writeHead(status, { "content-type": type, ...rules.headersFor(path) }).end(content);
    };
    readFile(join(folder, file))
      .then(serve(200, file))
      .catch(() => readFile(join(folder, "404.html")).then(serve(404, "404.html")));
  };
}

async function listen(listener: RequestListener): Promise<{ origin: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server };
}
