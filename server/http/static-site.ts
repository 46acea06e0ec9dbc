import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";

import type { HeaderRule } from "../../contract/build-output.ts";

export type StaticSite = { folder: string; rules: HeaderRule[]; notFound: Buffer };

export async function readStaticSite(folder: string): Promise<StaticSite> {
  const rules = JSON.parse(await readFile(join(folder, "headers.json"), "utf8")) as HeaderRule[];
  return { folder, rules, notFound: await readFile(join(folder, "404.html")) };
}

export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    // The plugin responds with 403 for a path outside the folder.
    if (error.statusCode === 403) return sendNotFound(site, reply);
    throw error;
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(site, reply));
  // Sends the 404 page, so that the landing page has only one URL.
  app.get("/index.html", (_request, reply) => sendNotFound(site, reply));
  await app.register(fastifyStatic, {
    root: site.folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: "ignore",
    allowedPath: (path) => !HIDDEN.test(path),
    setHeaders(reply, path) {
      const name = relative(site.folder, path).replace(/\.(br|gz)$/, "");
      reply.headers(headersFor(site, name === "index.html" ? "/" : `/${name}`));
    },
  });
}

/** Files that have no URL: configuration for static hosts, the 404 page, compressed copies and dotfiles. */
const HIDDEN = /^\/?(_headers|headers\.json|vercel\.json|404\.html)$|\.(br|gz)$|(^|\/)\./;

/** Sends the 404 page from memory, because @fastify/static would honour conditional headers and ranges. */
export function sendNotFound(site: StaticSite, reply: FastifyReply): FastifyReply {
  reply.code(404).headers(headersFor(site, "/404.html"));
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
