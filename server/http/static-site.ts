import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import mime from "mime";

import type { HeaderRule } from "../../contract/build-output.ts";

export type StaticSite = {
  rules: HeaderRule[];
  notFound: Buffer;
  /** By URL path. */
  files: Map<string, StaticFile>;
};

type StaticFile = {
  type: string;
  etag: string;
  identity: Buffer;
  /** Null if the build did not compress the file. */
  br: Buffer | null;
  gzip: Buffer | null;
};

/**
 * Reads the published files of a build into memory, because a later build may delete them while the server runs. Also reads
 * the previous build's assets, because pages that are still open need them.
 */
export async function readStaticSite(folder: string, previous: string | null): Promise<StaticSite> {
  const [contents, previousContents] = await Promise.all([
    readContents(folder),
    previous === null ? new Map<string, Buffer>() : readContents(previous),
  ]);
  const published = [...contents.keys()].filter((path) => !HIDDEN.test(path));
  const assets = [...previousContents.keys()].filter(
    (path) => path.startsWith("/assets/") && !HIDDEN.test(path),
  );
  return {
    rules: JSON.parse(String(contentOf(contents, "/headers.json"))) as HeaderRule[],
    notFound: contentOf(contents, "/404.html"),
    files: new Map([
      ...assets.map((path) => [path, toFile(previousContents, path)] as const),
      ...published.map((path) => [path, toFile(contents, path)] as const),
      ["/", toFile(contents, "/index.html")],
    ]),
  };
}

/** Files without a URL of their own: configuration for static hosts, the pages, compressed copies and dotfiles. */
const HIDDEN = /^\/(_headers|headers\.json|vercel\.json|(index|404)\.html)$|\.(br|gz)$|\/\./;

/** Resolves to the contents of all files in a folder, by URL path. */
async function readContents(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [`/${relative(folder, path)}`, await readFile(path)] as const;
      }),
    ),
  );
}

function contentOf(contents: Map<string, Buffer>, path: string): Buffer {
  const content = contents.get(path);
  if (content === undefined) throw new Error(`${path} is missing`);
  return content;
}

function toFile(contents: Map<string, Buffer>, path: string): StaticFile {
  const identity = contentOf(contents, path);
  const type = mime.getType(path) ?? "application/octet-stream";
  return {
    type: /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type,
    etag: `W/"${createHash("sha256").update(identity).digest("base64url")}"`,
    identity,
    br: contents.get(`${path}.br`) ?? null,
    gzip: contents.get(`${path}.gz`) ?? null,
  };
}

export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.setNotFoundHandler((_request, reply) => sendNotFound(site, reply));
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const path = `/${request.params["*"]}`;
    // The router, which ignores a slash at the end, takes "//" for "/".
    const file = request.url.startsWith("//") ? undefined : site.files.get(path);
    if (!file) return sendNotFound(site, reply);
    reply.headers(headersFor(site, path));
    return sendFile(file, request, reply);
  });
}

function sendFile(file: StaticFile, { headers }: FastifyRequest, reply: FastifyReply) {
  const { type, etag, identity, ...compressed } = file;
  reply.type(type).header("etag", etag);
  if (file.br !== null) reply.header("vary", "accept-encoding");
  if (headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  const encodings = (["br", "gzip"] as const).filter((name) => compressed[name] !== null);
  const encoding = negotiate(headers["accept-encoding"] ?? "", encodings);
  if (encoding === null) return sendRange(identity, headers.range, reply);
  return reply.header("content-encoding", encoding).send(compressed[encoding]);
}

/** Sends the part that the header Range asks for, because Safari plays only films that a server sends in parts. */
function sendRange(content: Buffer, range: string | undefined, reply: FastifyReply): FastifyReply {
  reply.header("accept-ranges", "bytes");
  const [, first = NaN, last = ""] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const start = Number(first);
  const end = Math.min(last === "" ? Infinity : Number(last), content.length - 1);
  if (!(start <= end)) return reply.send(content);
  reply.code(206).header("content-range", `bytes ${start}-${end}/${content.length}`);
  return reply.send(content.subarray(start, end + 1));
}

/** Fastify also calls this for paths that no route matches. */
export function sendNotFound(site: StaticSite, reply: FastifyReply): FastifyReply {
  reply.code(404).headers({ ...headersFor(site, "/404.html"), "cache-control": "no-store" });
  return reply.type("text/html; charset=utf-8").send(site.notFound);
}

/** The default is `no-cache`, so that browsers revalidate. */
export function headersFor({ rules }: StaticSite, path: string): Record<string, string> {
  const matching = rules.filter((rule) => path.startsWith(rule.path.slice(0, -1)));
  const headers = matching.flatMap((rule) => Object.entries(rule.headers));
  return { "cache-control": "no-cache", ...lowerCase(headers) };
}

function lowerCase(headers: [string, string][]): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
