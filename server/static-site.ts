import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";

import { preferredEncoding, type Encoding } from "./content-encoding.ts";
import { parseHeaderRules, type HeaderRules } from "./header-rules.ts";
import { prepareHead, writePreparedHead, type PreparedHead } from "./prepared-head.ts";
import { urlPath } from "./url-path.ts";

/** The built site, held in memory: what was not in the folder at start is never served. */
export type StaticSite = {
  /** Answers any request at once; reads nothing of its body. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** The headers of every page of the site. */
  pageHeaders: Record<string, string>;
};

type Variant = {
  body: Body;
  etag: string;
  head: PreparedHead;
  /** What is said of a body that is not sent again. */
  headersOfKnown: Record<string, string>;
};

/** A small one is a string with a character for each byte: so it leaves in one piece with its head. */
type Body = string | Buffer;

type Page = {
  status: number;
  /** Best first. */
  encodings: Encoding[];
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

  return {
    pageHeaders: rules.headersFor("/"),
    answer(request, response) {
      const path = toPath(request.url ?? "");
      if (path === "/index.html") {
        response.writeHead(301, { location: "/", "content-length": "0" }).end();
        return;
      }
      const page = pages.get(path) ?? notFound;
      if (request.method !== "GET" && request.method !== "HEAD" && page !== notFound) {
        const refusal = { ...notFound.headers, allow: "GET, HEAD", "content-length": "0" };
        response.writeHead(405, refusal).end();
        return;
      }
      sendPage(page, request, response);
    },
  };
}

function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const encoding = preferredEncoding(request.headers["accept-encoding"], page.encodings);
  const variant = page.variants.get(encoding);
  if (!variant) throw new Error(`A page has no ${encoding} body.`);
  if (page.status === 200 && matches(request.headers["if-none-match"], variant.etag)) {
    response.writeHead(304, variant.headersOfKnown).end();
    return;
  }
  writePreparedHead(response, variant.head);
  if (request.method === "HEAD") response.end();
  else sendBody(variant.body, response);
}

function sendBody(body: Body, response: ServerResponse): void {
  if (typeof body !== "string") {
    response.end(body);
    return;
  }
  // `end(body)` would write an empty piece after it, and several pieces cost a quarter more.
  response.socket?.cork();
  response.write(body, "latin1");
  response.socket?.uncork();
  response.end();
}

/** Weak comparison, as RFC 9110 wants it: a proxy that compresses makes strong tags weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** The path a request names; one that cannot be decoded names nothing. */
function toPath(url: string): string {
  try {
    return decodeURIComponent(urlPath(url));
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
  const headers = {
    "content-type": CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "cache-control": path.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    ...rules.headersFor(path === "index.html" ? "/" : `/${path}`),
  };
  // The one page that says that there is none, whatever was asked for.
  const status = path === "404.html" ? 404 : 200;
  const files = SUFFIXES.filter(([, suffix]) => paths.includes(path + suffix));
  const vary = files.length > 1 ? { vary: "Accept-Encoding" } : {};
  const variants = new Map<Encoding, Variant>();
  for (const [encoding, suffix] of files) {
    const bytes = await readFile(join(folder, path + suffix));
    const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    const etag = `"${digest}"`;
    const known = { ...headers, ...vary, etag };
    const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
    const head = prepareHead(status, { ...known, ...encoded }, bytes.length);
    const body = bytes.length <= LARGEST_STRING ? bytes.toString("latin1") : bytes;
    variants.set(encoding, { body, etag, head, headersOfKnown: known });
  }
  return { status, encodings: [...variants.keys()], variants, headers };
}

/** Bytes; a larger body is not worth the copy that joins it to its head. */
const LARGEST_STRING = 16 * 1024;

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
