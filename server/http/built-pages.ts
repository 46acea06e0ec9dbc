import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { importBuiltPages, type RequestPageContent } from "../../domain/built-pages.ts";

/** Renders a page that the server itself responds with. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** The built page, rendered into the built shell, and the site's origin; rejects if there is no build. */
export async function loadPages(
  buildFolder: string,
): Promise<{ renderRequestPage: RenderRequestPage; origin: string | null }> {
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8");
  const url = pathToFileURL(join(buildFolder, "pages.js")).href;
  const { renderRequestPage, origin } = await importBuiltPages(url);
  return { renderRequestPage: (content) => renderRequestPage(content, shell), origin };
}
