import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuiltPages, RequestPageContent } from "../../domain/built-pages.ts";

/** Renders the page for a request that was not stored, everything entered still in its form. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** The build's own page, rendered into the build's own shell; rejects where there is no build. */
export async function loadRequestPage(buildFolder: string): Promise<RenderRequestPage> {
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8");
  const { renderRequestPage } = await importBuiltPages(buildFolder);
  return (content) => renderRequestPage(content, shell);
}

/** Loads the pages from the build; nothing else states their type. */
export async function importBuiltPages(buildFolder: string): Promise<BuiltPages> {
  return (await import(pathToFileURL(join(buildFolder, "pages.js")).href)) as BuiltPages;
}
