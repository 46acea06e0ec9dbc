import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { FastifyReply } from "fastify";

import { PAGES, SHELL, type BuiltPages } from "../../contract/build-output.ts";
import type { ServerPageContent } from "../../contract/server-page-content.ts";
import { headersFor, type StaticSite } from "./static-site.ts";

export type RenderServerPage = (content: ServerPageContent) => Promise<string>;

export async function loadServerPage(buildFolder: string): Promise<RenderServerPage> {
  const shell = await readFile(join(buildFolder, SHELL), "utf8");
  const url = pathToFileURL(join(buildFolder, PAGES)).href;
  const { renderServerPage } = (await import(url)) as BuiltPages;
  return (content) => renderServerPage(content, shell);
}

export async function sendPage(
  reply: FastifyReply,
  content: ServerPageContent,
  { renderServerPage }: { renderServerPage: RenderServerPage },
): Promise<FastifyReply> {
  const html = await renderServerPage(content);
  return reply.type("text/html; charset=utf-8").send(html);
}

export function serverPageHeaders(site: StaticSite): Record<string, string> {
  return {
    ...headersFor(site, "/"),
    "cache-control": "no-store",
    // With `no-referrer`, browsers would post our forms with `Origin: null`.
    "referrer-policy": "same-origin",
  };
}
