import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuiltPages, RequestPageContent } from "../../domain/built-pages.ts";

/** Renders the page for a request that was not stored, with its input in the form. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** The built page, rendered into the built shell; rejects if there is no build. */
export async function loadRequestPage(buildFolder: string): Promise<RenderRequestPage> {
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8");
  const { renderRequestPage } = await importBuiltPages(buildFolder);
  return (content) => renderRequestPage(content, shell);
}

/** The only place that loads the built pages and casts them to their contract. */
export async function importBuiltPages(buildFolder: string): Promise<BuiltPages> {
  return (await import(pathToFileURL(join(buildFolder, "pages.js")).href)) as BuiltPages;
}
