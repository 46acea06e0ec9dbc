import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The built site, held in memory: it stays whole while the next build is being written. */
export type StaticSite = {
  files: ReadonlyMap<string, StaticFile>;
  notFound: StaticFile;
  /** The headers of every page of the site. */
  pageHeaders: Headers;
};

type StaticFile = {
  headers: Headers;
  plain: Content;
  /** By content coding, the smallest first. */
  compressed: ReadonlyMap<string, Content>;
};

type Content = { body: Buffer; etag: string };

type Headers = Record<string, string>;

/**
 * Serves the built site with its own headers, compressed and by ETag. Rejected: @fastify/static, which reads
 * from disk and would serve a half-written build.
 */
export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.get("/*", async (request, reply) => {
    const file = site.files.get(`/${(request.params as { "*": string })["*"]}`);
    return file ? send(file, request, reply) : sendNotFound(site, request, reply);
  });
}

export function sendNotFound(
  site: StaticSite,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return send(site.notFound, request, reply.code(404));
}

function send(file: StaticFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = (headers["accept-encoding"] ?? "").toLowerCase();
  const coding = negotiate(accepted, [...file.compressed.keys(), "identity"]) ?? "identity";
  const { body, etag } = file.compressed.get(coding) ?? file.plain;
  reply.headers(file.headers).header("etag", etag);
  if (reply.statusCode === 200 && isKnown(etag, headers["if-none-match"])) {
    return reply.code(304).send();
  }
  if (coding !== "identity") reply.header("content-encoding", coding);
  return reply.send(body);
}

/** Whether If-None-Match names the file's ETag, which a proxy may have made weak. */
function isKnown(etag: string, known = ""): boolean {
  return known.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}

/** Reads a build; rejects when it is incomplete. */
export async function readStaticSite(folder: string): Promise<StaticSite> {
  const rules = JSON.parse(await readFile(join(folder, "headers.json"), "utf8")) as HeaderRule[];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length));
  const files = new Map<string, StaticFile>();
  for (const path of paths.filter((each) => isServed(each, paths))) {
    const url = path === "index.html" ? "/" : `/${path}`;
    files.set(url, await readStaticFile(folder, path, paths, headersFor(rules, url)));
  }
  const notFound = files.get("/404.html");
  if (!notFound || !files.has("/")) throw new Error(`${folder} has no index.html and 404.html.`);
  files.delete("/404.html");
  return { files, notFound, pageHeaders: headersFor(rules, "/") };
}

async function readStaticFile(
  folder: string,
  path: string,
  paths: string[],
  headers: Headers,
): Promise<StaticFile> {
  const codings = CODINGS.filter(([, suffix]) => paths.includes(path + suffix));
  const compressed = await Promise.all(
    codings.map(
      async ([coding, suffix]) => [coding, await readContent(join(folder, path + suffix))] as const,
    ),
  );
  const type = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
  const vary = codings.length > 0 ? { vary: "Accept-Encoding" } : {};
  return {
    headers: { "content-type": type, "cache-control": "no-cache", ...vary, ...headers },
    plain: await readContent(join(folder, path)),
    compressed: new Map(compressed),
  };
}

async function readContent(file: string): Promise<Content> {
  const body = await readFile(file);
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, etag: `"${digest}"` };
}

/** As `tools/vite/headers.ts`, which the server may not import, writes it; `path` ends in `*`, a wildcard. */
type HeaderRule = { path: string; headers: Headers };

function headersFor(rules: HeaderRule[], url: string): Headers {
  const matching = rules.filter(({ path }) => url.startsWith(path.slice(0, -1)));
  const headers = matching.flatMap((rule) => Object.entries(rule.headers));
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function isServed(path: string, paths: string[]): boolean {
  const hidden = path.split("/").some((part) => part.startsWith("."));
  const original = path.replace(/\.(br|gz)$/, "");
  const compressed = original !== path && paths.includes(original);
  return !hidden && !compressed && !FOR_HOSTS.has(path);
}

/** Configuration of static hosts and of this server. */
const FOR_HOSTS = new Set(["_headers", "_redirects", "vercel.json", "headers.json"]);

const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".csv": "text/csv; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
};
