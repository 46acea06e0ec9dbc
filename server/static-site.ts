import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import type { FastifyReply, FastifyRequest } from "fastify";

import { preferredEncoding, type Encoding } from "./content-encoding.ts";
import { parseHeaderRules, type HeaderRules } from "./header-rules.ts";

/** The built site, held in memory: what was not in the folder at start is never served. */
export type StaticSite = {
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** The headers of every page of the site. */
  pageHeaders: Record<string, string>;
};

type Variant = { body: Buffer; etag: string };
type Page = {
  status: number;
  variants: Map<Encoding, Variant>;
  headers: Record<string, string>;
};

/** Reads a build; rejects when there is none. */
export async function readStaticSite(folder: string): Promise<StaticSite> {
  const paths = await listFiles(folder);
  const rules = parseHeaderRules(
    paths.includes("_headers") ? await readFile(join(folder, "_headers"), "utf8") : "",
  );
  const pages = new Map<string, Page>();
  for (const path of paths.filter((each) => isServed(each, paths))) {
    pages.set(`/${path}`, await readPage(folder, path, paths, rules));
  }
  const index = pages.get("/index.html");
  const notFound = pages.get("/404.html");
  if (!index || !notFound) throw new Error(`${folder} has no index.html and 404.html.`);
  pages.set("/", index);
  const missing = { ...notFound, status: 404 };

  return {
    pageHeaders: rules.headersFor("/"),
    answer(request, reply) {
      const path = toPath(request.url);
      if (path === "/index.html") return reply.redirect("/", 301);
      const page = path === "/404.html" ? missing : (pages.get(path) ?? missing);
      if (request.method !== "GET" && request.method !== "HEAD" && page !== missing) {
        return reply.code(405).headers(missing.headers).header("allow", "GET, HEAD").send();
      }
      return sendPage(page, request, reply);
    },
  };
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const offered = [...page.variants.keys()];
  const encoding = preferredEncoding(request.headers["accept-encoding"], offered);
  const { body, etag } = page.variants.get(encoding) ?? { body: Buffer.alloc(0), etag: "" };
  reply.headers(page.headers).header("etag", etag);
  if (offered.length > 1) reply.header("vary", "Accept-Encoding");
  if (page.status === 200 && matches(request.headers["if-none-match"], etag)) {
    return reply.code(304).send();
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.code(page.status).header("content-length", body.length);
  return request.method === "HEAD" ? reply.send() : reply.send(body);
}

/** Weak comparison, as RFC 9110 wants it: a proxy that compresses makes strong tags weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** The path a request names; one that cannot be decoded names nothing. */
function toPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
    .map((path) => path.replaceAll("\\", "/"));
}

function isServed(path: string, paths: string[]): boolean {
  const hidden = path.split("/").some((part) => part.startsWith("."));
  const original = path.replace(/\.(br|gz)$/, "");
  const compressed = original !== path && paths.includes(original);
  return !hidden && !compressed && !HOSTS_FILES.has(path);
}

/** What the build tells static hosts. */
const HOSTS_FILES = new Set(["_headers", "_redirects", "vercel.json"]);

async function readPage(
  folder: string,
  path: string,
  paths: string[],
  rules: HeaderRules,
): Promise<Page> {
  const variants = new Map<Encoding, Variant>();
  for (const [encoding, suffix] of SUFFIXES) {
    if (!paths.includes(path + suffix)) continue;
    const body = await readFile(join(folder, path + suffix));
    const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    variants.set(encoding, { body, etag: `"${digest}"` });
  }
  const headers = {
    "content-type": CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "cache-control": path.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    ...rules.headersFor(path === "index.html" ? "/" : `/${path}`),
  };
  return { status: 200, variants, headers };
}

const SUFFIXES = [
  ["br", ".br"],
  ["gzip", ".gz"],
  ["identity", ""],
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
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};
