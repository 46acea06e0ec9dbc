import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { negotiate } from "@fastify/accept-negotiator";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { HeaderRule } from "../../contract/build-output.ts";

export type StaticSite = {
  folder: string;
  /** The folder of the previous build, which may be missing. */
  previous: string;
  rules: HeaderRule[];
  landing: { etag: string; br: Buffer; gzip: Buffer; identity: Buffer };
  notFound: Buffer;
};

/**
 * Reads the pages together with their headers, because a build may replace both while the server runs. The headers allow
 * only the inline styles of their own build.
 */
export async function readStaticSite(folder: string, previous: string): Promise<StaticSite> {
  const read = (name: string) => readFile(join(folder, name));
  const [rules, notFound, identity, br, gzip] = await Promise.all([
    read("headers.json"),
    read("404.html"),
    read("index.html"),
    read("index.html.br"),
    read("index.html.gz"),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url");
  return {
    folder,
    previous,
    rules: JSON.parse(String(rules)) as HeaderRule[],
    landing: { etag: `W/"${hash}"`, br, gzip, identity },
    notFound,
  };
}

export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    // The plugin responds with 403 for a path outside the folder.
    if (error.statusCode === 403) return sendNotFound(site, reply);
    throw error;
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(site, reply));
  app.get("/", (request, reply) => sendLanding(site, request, reply));
  await app.register(fastifyStatic, {
    root: [site.folder, site.previous],
    // Otherwise, the plugin warns if there is no previous build.
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    dotfiles: "ignore",
    allowedPath: (path, root) =>
      !HIDDEN.test(path) && (root !== site.previous || path.startsWith("/assets/")),
    setHeaders(reply, path) {
      const root = path.startsWith(site.previous) ? site.previous : site.folder;
      const name = relative(root, path).replace(/\.(br|gz)$/, "");
      reply.headers(headersFor(site, `/${name}`));
    },
  });
}

/** Files without a URL of their own: configuration for static hosts, the pages, compressed copies and dotfiles. */
const HIDDEN = /^\/?(_headers|headers\.json|vercel\.json|(index|404)\.html)$|\.(br|gz)$|(^|\/)\./;

function sendLanding(site: StaticSite, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { etag, ...bodies } = site.landing;
  reply.headers({ ...headersFor(site, "/"), vary: "accept-encoding", etag });
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  const encoding = negotiate(request.headers["accept-encoding"] ?? "", ["br", "gzip"]);
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(bodies[encoding ?? "identity"]);
}

/** Sends the 404 page from memory, because @fastify/static would honour conditional headers and ranges. */
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
