import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";

export type Listening = { origin: string; stop: () => Promise<void> };

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Differences between the copy and the project. */
type Changes = {
  /** Environment variables of the build. */
  env?: Record<string, string>;
  /** Files of the project to copy elsewhere in it: target, then source. */
  files?: Record<string, string>;
};

/**
 * Builds a copy of the project, as a static host's build step does, and serves its `dist/` with the
 * build's header rules and 404 page.
 */
export async function startStaticHost({ env = {}, files = {} }: Changes): Promise<Listening> {
  const copy = await mkdtemp(join(tmpdir(), "static-host-"));
  const sources = ["site", "domain", "tools", "index.html", "404.html", "vite.config.ts"];
  const settings = ["package.json", "tsconfig.base.json", "tsconfig.json"];
  for (const source of [...sources, ...settings]) {
    await cp(source, join(copy, source), { recursive: true });
  }
  for (const [to, from] of Object.entries(files)) await cp(from, join(copy, to));
  await symlink(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const vite = join("node_modules", "vite", "bin", "vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", "--app"], {
    cwd: copy,
    env: { ...process.env, ...env },
  });
  const host = await listen(await serveFiles(join(copy, "dist")));
  return {
    origin: host.origin,
    async stop() {
      await host.stop();
      await rm(copy, { recursive: true });
    },
  };
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serveFiles(folder: string): Promise<RequestListener> {
  const rules = JSON.parse(await readFile(join(folder, "headers.json"), "utf8")) as {
    path: string;
    headers: Record<string, string>;
  }[];
  const headersFor = (path: string) =>
    Object.assign(
      {},
      ...rules
        .filter((rule) => path.startsWith(rule.path.slice(0, -1)))
        .map(({ headers }) => headers),
    ) as Record<string, string>;
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const file = path === "/" ? "/index.html" : path;
    const serve = (status: number, name: string) => (content: Buffer) => {
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const headers = { "content-type": type, ...headersFor(path) };
      response.writeHead(status, headers).end(content);
    };
    readFile(join(folder, file))
      .then(serve(200, file))
      .catch(() => readFile(join(folder, "404.html")).then(serve(404, "404.html")));
  };
}
